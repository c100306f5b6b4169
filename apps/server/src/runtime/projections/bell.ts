/** Lets one who waits be woken, and remembers a ring that nobody waited for. */
export class Bell {
  #rung = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** Resolves at the next ring, at once when it has rung since the last wait, or when the time is over. */
  async wait(timeoutMs: number): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((done) => {
        const timer = setTimeout(done, timeoutMs);
        this.#wake = () => {
          clearTimeout(timer);
          done();
        };
      });
    }
    this.#wake = undefined;
    this.#rung = false;
  }
}
