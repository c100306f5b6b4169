/** Wakes one who waits, and remembers a wake-up that came while nobody waited. */
export class WakeSignal {
  #raised = false;
  #wake: (() => void) | undefined;

  raise(): void {
    this.#raised = true;
    this.#wake?.();
  }

  /** Resolves when it is raised, at once when it was since the last wait, or when the time is over. */
  async wait(timeoutMs: number): Promise<void> {
    if (!this.#raised) {
      await new Promise<void>((done) => {
        const timer = setTimeout(done, timeoutMs);
        this.#wake = () => {
          clearTimeout(timer);
          done();
        };
      });
    }
    this.#wake = undefined;
    this.#raised = false;
  }
}
