/** Where the active entry of a list goes on a key. `undefined` when the key does not move it. */
export function indexAfterKey(key: string, { current, count }: { current: number; count: number }) {
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return (current + 1) % count;
    case 'ArrowUp':
      return current <= 0 ? count - 1 : current - 1;
    case 'Home':
    case 'PageUp':
      return 0;
    case 'End':
    case 'PageDown':
      return count - 1;
    default:
      return undefined;
  }
}

/** Whether a key press is a letter somebody types to find an entry, and not a command. */
export function isTypedLetter(event: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}): boolean {
  return event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
}

/**
 * The entry that typing leads to. One letter, also when repeated, walks through the entries that begin with it;
 * several letters look for the word, beginning with the entry that is active now.
 */
export function indexAfterTyping(
  labels: readonly string[],
  { current, typed }: { current: number; typed: string },
) {
  const letters = [...typed.toLocaleLowerCase()];
  const [first] = letters;
  if (first === undefined) return undefined;
  const oneLetter = letters.every((letter) => letter === first);
  const wanted = oneLetter ? first : letters.join('');
  const start = oneLetter ? current + 1 : Math.max(current, 0);
  for (let step = 0; step < labels.length; step += 1) {
    const index = (start + step) % labels.length;
    if (labels[index]?.toLocaleLowerCase().startsWith(wanted)) return index;
  }
  return undefined;
}
