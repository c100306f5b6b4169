const signs = ['pointerdown', 'keydown', 'click'] as const;

/** Calls once, when somebody begins to use the page. Answers how to give that up. */
export function onFirstUse(act: () => void): () => void {
  const stop = (): void => {
    for (const sign of signs) window.removeEventListener(sign, begin, true);
  };
  const begin = (): void => {
    stop();
    act();
  };
  for (const sign of signs) window.addEventListener(sign, begin, true);
  return stop;
}
