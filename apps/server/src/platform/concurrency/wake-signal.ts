/** Lets one who waits be woken, and remembers a signal that nobody waited for. */
export class WakeSignal {
  #isRaised = false;
  #wake: (() => void) | undefined;

  raise(): void {
    this.#isRaised = true;
    this.#wake?.();
  }

  /** Resolves at the next signal, at once when there was one since the last wait, or when the time is over. */
  async wait(timeoutMs: number): Promise<void> {
    if (!this.#isRaised) {
      await new Promise<void>((done) => {
        const timer = setTimeout(done, timeoutMs);
        this.#wake = () => {
          clearTimeout(timer);
          done();
        };
      });
    }
    this.#wake = undefined;
    this.#isRaised = false;
  }
}
