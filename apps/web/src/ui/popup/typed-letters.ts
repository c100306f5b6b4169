const forgetAfterMs = 600;

/** Gathers letters typed shortly after one another. */
export function createTypedLetters(now: () => number = () => performance.now()) {
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
