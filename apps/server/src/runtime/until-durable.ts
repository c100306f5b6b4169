import { OutcomeUnknown } from '#platform/runtime.ts';

interface Waiting {
  /** The last command of which it speaks. */
  readonly sequence: number;
  /** The number of the journal's last batch comes with it. */
  readonly settle: (batch: number) => void;
  readonly refuse: (error: Error) => void;
}

/**
 * Those who wait until a command is durable and add nothing to the journal themselves. They come in the order of what they saw, for the exchange
 * only goes forward, so the first of them is always the first to be let go.
 */
export class UntilDurable {
  #waiting: Waiting[] = [];

  get size(): number {
    return this.#waiting.length;
  }

  add(waiting: Waiting): void {
    this.#waiting.push(waiting);
  }

  /** Lets go of everybody who waited for what the journal has now. */
  release({ sequence, batch }: { readonly sequence: number; readonly batch: number }): void {
    let count = 0;
    while ((this.#waiting[count]?.sequence ?? Number.POSITIVE_INFINITY) <= sequence) count += 1;
    if (count === 0) return;
    const released = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    for (const { settle } of released) settle(batch);
  }

  refuseAll(): void {
    const refused = this.#waiting;
    this.#waiting = [];
    for (const { refuse } of refused) refuse(new OutcomeUnknown());
  }
}
