/**
 * Calls once the web font of the page is loaded, unless it was stopped before. The browser is asked after the next picture:
 * asked while the page is being drawn, it would lay all of it out at once to know.
 */
export function whenFontLoaded(act: () => void): () => void {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = (): void => {
    void document.fonts?.ready.then(() => {
      if (!stopped) act();
    });
  };
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(ask);
  });
  return () => {
    stopped = true;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
