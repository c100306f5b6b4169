import { Problem } from '#platform/http/problem.ts';

type Piece = () => Promise<void>;

/**
 * Work of many owners, a few pieces at once and never two of one owner. An owner has one piece done and then stands in line again, so one
 * who wants much delays nobody but itself.
 */
export class FairTurns {
  readonly #atOnceMax: number;
  readonly #waitingMax: number;
  /** The owners who wait, in their order, with what they want done. */
  readonly #line = new Map<string, Piece[]>();
  /** The owners of whom a piece is under way, with what else they want done. */
  readonly #busy = new Map<string, Piece[]>();

  /** `waitingMax`: pieces that one owner may have in line. */
  constructor(atOnceMax: number, waitingMax = Number.POSITIVE_INFINITY) {
    this.#atOnceMax = atOnceMax;
    this.#waitingMax = waitingMax;
  }

  /** @throws Problem rate_limit_exceeded for an owner with too many in line. */
  run<Value>(owner: string, work: () => Value | Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const piece = () => Promise.resolve().then(work).then(resolve, reject);
      const waiting = this.#busy.get(owner) ?? this.#line.get(owner);
      if (waiting && waiting.length >= this.#waitingMax)
        throw new Problem('rate_limit_exceeded', { retryAfterSeconds: 1 });
      if (waiting) waiting.push(piece);
      else this.#line.set(owner, [piece]);
      this.#begin();
    });
  }

  #begin(): void {
    for (const [owner, pieces] of this.#line) {
      if (this.#busy.size >= this.#atOnceMax) return;
      this.#line.delete(owner);
      this.#busy.set(owner, pieces);
      void pieces
        .shift()?.()
        .then(() => this.#end(owner, pieces));
    }
  }

  #end(owner: string, pieces: Piece[]): void {
    this.#busy.delete(owner);
    if (pieces.length > 0) this.#line.set(owner, pieces);
    this.#begin();
  }
}
