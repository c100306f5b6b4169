import { useState } from 'react';
import { tabStorage } from '#api/browser-storage.ts';
import type { SentCode } from '#ui/code/resend-code.tsx';

const keyOf = (name: string): string => `code_sent:${name}`;

/** What this tab remembers of a code that was sent; one whose time is over is forgotten. */
export function readSentCode(name: string, now: number = Date.now()): SentCode | undefined {
  try {
    const sent = JSON.parse(tabStorage.getItem(keyOf(name)) ?? '') as SentCode;
    return sent.at + sent.expires_in * 1_000 > now ? sent : undefined;
  } catch {
    return undefined;
  }
}

/** A code that was spent is forgotten: another one can be asked for at once. */
export function forgetSentCodes(name: string): void {
  for (const method of ['sms', 'email']) tabStorage.removeItem(keyOf(`${name}:${method}`));
}

/** That a code was sent, and to where: with a name it is there after a reload. The code itself is never kept. */
export function useSentCode(name: string | undefined) {
  const [sent, setSent] = useState(() => (name === undefined ? undefined : readSentCode(name)));
  const remember = (next: SentCode): void => {
    if (name !== undefined) tabStorage.setItem(keyOf(name), JSON.stringify(next));
    setSent(next);
  };
  return [sent, remember] as const;
}
