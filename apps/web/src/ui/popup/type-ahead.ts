const forgetAfterMs = 600;

/** Type-ahead: joins letters that are typed shortly after one another. */
export function createTypeAhead(now: () => number = () => performance.now()) {
  let letters = '';
  let lastAt = Number.NEGATIVE_INFINITY;
  return {
    add(letter: string): string {
      const at = now();
      letters = at - lastAt > forgetAfterMs ? letter : letters + letter;
      lastAt = at;
      return letters;
    },
  };
}
