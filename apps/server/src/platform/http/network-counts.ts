import type { Network } from './address-key.ts';

/** Counts what is open at once in each network, such as connections. */
export class NetworkCounts {
  readonly #perCallerMax: number;
  readonly #counts = new Map<string, number>();

  constructor(perCallerMax: number) {
    this.#perCallerMax = perCallerMax;
  }

  /** The narrowest network that has as many as it may. Whatever leaves it leaves the wider ones too, so it makes room in all of them. */
  fullOf(networks: readonly Network[]): string | undefined {
    for (const { key, callers } of networks) if (this.of(key) >= this.#perCallerMax * callers) return key;
    return undefined;
  }

  /** Counts one in, until `leave` is called. Undefined when one of the networks has as many as it may. */
  enter(networks: readonly Network[]): (() => void) | undefined {
    if (this.fullOf(networks) !== undefined) return undefined;
    for (const { key } of networks) this.#counts.set(key, this.of(key) + 1);
    return () => {
      for (const { key } of networks) {
        const left = this.of(key) - 1;
        if (left > 0) this.#counts.set(key, left);
        else this.#counts.delete(key);
      }
    };
  }

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }
}
