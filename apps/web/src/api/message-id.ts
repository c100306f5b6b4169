import { useRef } from 'react';

/** Not `randomUUID`: a browser has that on secure pages only, and an exchange at home may be reached without. */
function drawn(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `web-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * The id under which something is sent, by its words: pressed again because no answer came, the same words are sent under the same one and written once. Other
 * words, and the same ones after `sent`, get a new one.
 */
export function useMessageId(): { idOf(words: string): string; sent(): void } {
  const last = useRef<{ words: string; id: string } | undefined>(undefined);
  return {
    idOf: (words) => {
      if (last.current?.words !== words) last.current = { words, id: drawn() };
      return last.current.id;
    },
    sent: () => {
      last.current = undefined;
    },
  };
}
