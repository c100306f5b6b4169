import type { Clock } from './clock.ts';
import { CountFile } from './count-file.ts';
import type { CountEntry, Paid } from './entry.ts';
import type { PastIds } from './past-ids.ts';

export const dayMs = 24 * 60 * 60 * 1_000;
/** So long a request can be replaced: as long as nodes keep a transaction that nobody mines. */
export const replaceableMs = 14 * dayMs;

interface Remembered {
  entry: CountEntry;
  /** When it was first known to this process, by the clock that nobody can set. */
  readonly knownAt: number;
  /** How old it certainly was then. */
  readonly ageThen: number;
}

/**
 * What was signed: how much of each day is spent, and which ids stand for what.
 *
 * Ages are never taken from the wall clock while the process runs, so whoever sets that clock frees nothing. Only what an earlier process wrote is aged by
 * it, once, at the start, and never below zero: a clock that was set back makes old entries new, and not free. An entry that was made while the clock was
 * seen to be wrong carries no time, and counts as new at each start until a process has seen it for a whole day.
 */
export class Count {
  readonly #file: CountFile;
  readonly #clock: Clock;
  readonly #startedAt: { readonly wall: number; readonly monotonic: number };
  /** The latest time in the file when it was opened. A wall clock before it is wrong. */
  readonly #latestAtStart: number;
  readonly #isClockBehind: boolean;
  readonly #remembered = new Map<string, Remembered>();
  #groupFees = new Map<string, bigint>();
  /** The last request that paid a withdrawal. */
  #payers = new Map<string, CountEntry>();
  /** The id of the last request. */
  #last: string | undefined;
  /** Those of the last 24 hours. */
  #counting: Remembered[] = [];
  #past: PastIds;
  #compactedAt: number;

  constructor(folder: string, clock: Clock) {
    const { count, entries, past, at } = CountFile.open(folder);
    this.#file = count;
    this.#clock = clock;
    this.#past = past;
    this.#startedAt = { wall: clock.wallMs(), monotonic: clock.monotonicMs() };
    this.#compactedAt = this.#startedAt.monotonic;
    this.#latestAtStart = entries.reduce((late, entry) => Math.max(late, entry.at ?? 0), at);
    this.#isClockBehind = this.#startedAt.wall < this.#latestAtStart;
    for (const entry of entries) {
      const ageThen = entry.at === undefined ? 0 : Math.max(0, this.#startedAt.wall - entry.at);
      this.#remember({ entry, knownAt: this.#startedAt.monotonic, ageThen });
    }
    this.#compact();
  }

  /** Whether an id was used, and for these words; of one that is past only the first can be said. */
  find(id: string, words: string): 'unknown' | 'same' | 'other' | 'past' {
    const known = this.#remembered.get(id);
    if (known) return known.entry.words === words ? 'same' : 'other';
    return this.#past.has(id) ? 'past' : 'unknown';
  }

  /** The last request that was signed; undefined when that was long before this process, or never. */
  get last(): string | undefined {
    return this.#last;
  }

  /** What a replacement is compared with; undefined when the request was never signed, or too long ago. */
  replaceable(id: string): { entry: CountEntry; groupFee: bigint } | undefined {
    const entry = this.#remembered.get(id)?.entry;
    return entry && { entry, groupFee: this.#groupFees.get(entry.group) ?? entry.fee };
  }

  /** The last request that was signed for a withdrawal; of one that was signed long ago only that it was. */
  payerOf(withdrawal: string): (Paid & { readonly id: string }) | 'past' | undefined {
    const entry = this.#payers.get(withdrawal);
    if (entry?.pays) return { id: entry.id, ...entry.pays };
    return this.#past.has(pastIdOf(withdrawal)) ? 'past' : undefined;
  }

  /** Whether a moment is over by the wall clock, and by how long this process runs: whoever sets that clock meanwhile ends nothing. */
  hasPassed(time: number): boolean {
    const expected = this.#startedAt.wall + this.#clock.monotonicMs() - this.#startedAt.monotonic;
    return Math.min(this.#clock.wallMs(), expected) > time;
  }

  /** What the last 24 hours have added to a day. */
  spent(day: string): bigint {
    this.#forgetOld();
    return this.#counting.reduce((sum, { entry }) => sum + (entry.amounts.get(day) ?? 0n), 0n);
  }

  /**
   * Counts a request; when this returns its signature may leave.
   *
   * @throws CountFault
   */
  add(entry: Omit<CountEntry, 'at'>): void {
    if (this.#clock.monotonicMs() - this.#compactedAt > dayMs) this.#compact();
    const stamped = { ...entry, at: this.#timeForFile() };
    this.#file.add(stamped);
    this.#remember({ entry: stamped, knownAt: this.#clock.monotonicMs(), ageThen: 0 });
  }

  close(): void {
    this.#file.close();
  }

  #remember(remembered: Remembered): void {
    const { entry } = remembered;
    this.#remembered.set(entry.id, remembered);
    if (!isTransactionId(entry.id)) this.#last = entry.id;
    noteFee(this.#groupFees, entry);
    notePaid(this.#payers, entry);
    if (!isSettled(entry)) this.#counting.push(remembered);
  }

  #forgetOld(): void {
    const now = this.#clock.monotonicMs();
    this.#counting = this.#counting.filter(({ knownAt, ageThen }) => now - knownAt + ageThen <= dayMs);
  }

  /** Rather late than early: who reads it makes the entry as young as it can be. */
  #timeForFile(): number | undefined {
    if (this.#isClockBehind) return undefined;
    const expected = this.#startedAt.wall + this.#clock.monotonicMs() - this.#startedAt.monotonic;
    return Math.ceil(Math.max(this.#clock.wallMs(), expected));
  }

  /** Writes the file anew when something in it is no longer needed. */
  #compact(): void {
    const now = this.#clock.monotonicMs();
    const old = [...this.#remembered.values()].filter(
      ({ knownAt, ageThen }) => now - knownAt + ageThen > replaceableMs,
    );
    const settled = [...this.#remembered.values()].filter(
      ({ entry, knownAt }) => now - knownAt > dayMs && !isSettled(entry),
    );
    this.#compactedAt = now;
    if (old.length === 0 && settled.length === 0) return;
    const wall = Math.round(this.#clock.wallMs());
    for (const remembered of settled) {
      const { entry } = remembered;
      remembered.entry = { ...entry, at: Math.min(entry.at ?? wall, wall), amounts: new Map() };
    }
    for (const { entry } of old) this.#remembered.delete(entry.id);
    const kept = [...this.#remembered.values()].map(({ entry }) => entry);
    this.#groupFees = highestFees(kept);
    this.#payers = new Map();
    for (const entry of kept) notePaid(this.#payers, entry);
    this.#past = this.#past.with(old.flatMap(({ entry }) => [entry, ...pastPaid(entry)]));
    // After a whole day nothing counts any more that the file had at the start, so neither does the time that it knew.
    const hasSeenDay = now - this.#startedAt.monotonic > dayMs;
    this.#file.rewrite(kept, {
      past: this.#past,
      at: hasSeenDay ? wall : Math.max(wall, this.#latestAtStart),
    });
  }
}

/** An entry that a process has seen for a whole day is written without its amounts. Every other one has some: at least that it is one transaction. */
function isSettled({ amounts }: CountEntry): boolean {
  return amounts.size === 0;
}

function notePaid(payers: Map<string, CountEntry>, entry: CountEntry): void {
  for (const withdrawal of entry.pays?.withdrawals ?? []) payers.set(withdrawal, entry);
}

/** Its withdrawals are kept for ever, as ids are. */
function pastPaid({ pays }: CountEntry): { id: string; words: string }[] {
  return pays ? pays.withdrawals.map((id) => ({ id: pastIdOf(id), words: pays.slot })) : [];
}

/** A transaction of the Bitcoin family is kept as an id of its own; nobody asked for that one. */
export function transactionIdOf(transaction: string): string {
  return `transaction/${transaction}`;
}

function isTransactionId(id: string): boolean {
  return id.startsWith(transactionIdOf(''));
}

function pastIdOf(withdrawal: string): string {
  return `withdrawal/${withdrawal}`;
}

function highestFees(entries: Iterable<CountEntry>): Map<string, bigint> {
  const fees = new Map<string, bigint>();
  for (const entry of entries) noteFee(fees, entry);
  return fees;
}

function noteFee(fees: Map<string, bigint>, { group, fee }: CountEntry): void {
  const known = fees.get(group);
  if (known === undefined || fee > known) fees.set(group, fee);
}
