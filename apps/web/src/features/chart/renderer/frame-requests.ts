/** Collects requests to repaint until the next animation frame. Nothing is painted while the chart is out of sight. */
export function createFrameRequests(paintBack: () => void, paintTop: () => void) {
  let frame = 0;
  let backWanted = false;
  let topWanted = false;
  let visible = true;

  function paint(): void {
    frame = 0;
    if (!visible) return;
    if (backWanted) paintBack();
    if (topWanted) paintTop();
    backWanted = false;
    topWanted = false;
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
