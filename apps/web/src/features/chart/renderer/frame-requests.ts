/**
 * Collects requests to repaint until the next animation frame; `paintBack` answers whether there was anything. Nothing is painted while the
 * chart is out of sight.
 */
export function createFrameRequests(paintBack: () => boolean, paintTop: () => void) {
  let frame = 0;
  let backWanted = false;
  let topWanted = false;
  let visible = true;
  let paintedBefore = false;

  function paint(): void {
    frame = 0;
    if (!visible) return;
    const painted = backWanted && paintBack();
    backWanted = false;
    // The first time each takes long: the front gets a frame of its own.
    const isFirst = painted && !paintedBefore;
    paintedBefore ||= painted;
    if (topWanted && !isFirst) paintTop();
    topWanted = isFirst;
    if (isFirst) ask();
  }
  function ask(): void {
    if (frame === 0 && visible) frame = requestAnimationFrame(paint);
  }

  return {
    /** Both canvases: the candles, the view or the style changed. */
    all(): void {
      backWanted = true;
      topWanted = true;
      ask();
    },
    /** Only what moves with the pointer. */
    top(): void {
      topWanted = true;
      ask();
    },
    setVisible(next: boolean): void {
      visible = next;
      if (topWanted) ask();
    },
    stop(): void {
      cancelAnimationFrame(frame);
      visible = false;
    },
  };
}
