/**
 * How many letters must be added, left out, changed or swapped with the next one to get from what was typed to a word: to all of it, or, for half a mistake
 * more, to its beginning, for whoever types may not have finished, and a plural begins like its singular.
 */
export function mistakesBetween(typed: string, word: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: word.length + 1 }, (_, at) => at);
  for (let row = 1; row <= typed.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= word.length; column += 1) {
      const isSame = typed[row - 1] === word[column - 1];
      const isSwapped =
        row > 1 && column > 1 && typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1];
      line[column] = Math.min(
        (last[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = line;
  }
  return Math.min(last[word.length] ?? 0, Math.min(...last) + 0.5);
}

/** So many mistakes are a slip of the fingers; with more it is another word. */
export function mistakesAllowed(word: string): number {
  if (word.length < 4) return 0;
  return Math.min(3, Math.max(1, Math.floor(word.length / 3)));
}
