import { createHash } from 'node:crypto';
import {
  readAmount,
  readFields,
  readJson,
  readList,
  readText,
  readWholeNumber,
  ShapeError,
} from '@emporion/chains/wire';

/** What is remembered of a request that was signed: nothing that is secret, and all that later ones are compared with. */
export interface CountEntry {
  readonly id: string;
  /** The hash of all that was asked. */
  readonly words: string;
  /** The hash of what a replacement must have in common with it. */
  readonly common: string;
  /** The first request of those that replace each other. */
  readonly group: string;
  readonly fee: bigint;
  /** By the clock on the wall; undefined when that was seen to be wrong. */
  readonly at: number | undefined;
  /** What it adds to which day. */
  readonly amounts: ReadonlyMap<string, bigint>;
  /** Of a payout. Lines of before have none. */
  readonly pays?: Paid;
}

/** The withdrawals that a transaction pays. */
export interface Paid {
  readonly withdrawals: readonly string[];
  /** The hash of what keeps two transactions from being mined both. */
  readonly slot: string;
  /** From then on it can no longer be mined, in milliseconds since 1970; undefined where nothing expires. */
  readonly until?: number;
}

const timeMax = 8.64e15;
const hashShape = /^[0-9a-f]{64}$/;

/** One line: a checksum of the rest, the entry, the end of the line. */
export function writeLine(value: unknown): string {
  const json = JSON.stringify(value);
  return `${checksumOf(json)} ${json}\n`;
}

/** What a line says, without its end; undefined when its checksum is wrong. */
export function readLine(line: string): unknown {
  const [checksum, json] = [line.slice(0, 16), line.slice(17)];
  return line[16] === ' ' && checksum === checksumOf(json) ? readJson(json, 'A line') : undefined;
}

export function writeEntry(entry: CountEntry): string {
  const { at, fee, amounts, ...rest } = entry;
  return writeLine({
    ...rest,
    fee: fee.toString(),
    at: at ?? null,
    amounts: [...amounts].map(([day, amount]) => [day, amount.toString()]),
  });
}

/** @throws ShapeError */
export function readEntry(value: unknown): CountEntry {
  const required = ['id', 'words', 'common', 'group', 'fee', 'at', 'amounts'] as const;
  const fields = readFields(value, { at: 'An entry', required, optional: ['pays'] });
  return {
    id: readText(fields.id, { at: 'id', max: 100 }),
    words: readHash(fields.words),
    common: readHash(fields.common),
    group: readText(fields.group, { at: 'group', max: 100 }),
    fee: readAmount(fields.fee, 'fee'),
    at: fields.at === null ? undefined : readWholeNumber(fields.at, { at: 'at', max: timeMax }),
    amounts: readAmounts(fields.amounts),
    ...(fields.pays !== undefined && { pays: readPaid(fields.pays) }),
  };
}

function readPaid(value: unknown): Paid {
  const fields = readFields(value, {
    at: 'pays',
    required: ['withdrawals', 'slot'],
    optional: ['until'],
  });
  return {
    withdrawals: readList(fields.withdrawals, { at: 'withdrawals', max: 1_000 }).map((withdrawal) =>
      readText(withdrawal, { at: 'withdrawals', max: 100 }),
    ),
    slot: readHash(fields.slot),
    ...(fields.until !== undefined && {
      until: readWholeNumber(fields.until, { at: 'until', max: Number.MAX_SAFE_INTEGER }),
    }),
  };
}

function readHash(value: unknown): string {
  if (typeof value !== 'string' || !hashShape.test(value))
    throw new ShapeError('An entry has a hash that is none.');
  return value;
}

function readAmounts(value: unknown): ReadonlyMap<string, bigint> {
  if (Array.isArray(value) && value.length === 0) return new Map();
  return new Map(
    readList(value, { at: 'amounts', max: 1_000 }).map((pair) => {
      if (!Array.isArray(pair) || pair.length !== 2) throw new ShapeError('amounts must be pairs.');
      return [readText(pair[0], { at: 'day', max: 100 }), readAmount(pair[1], 'amount')];
    }),
  );
}

function checksumOf(json: string): string {
  return createHash('sha256').update(json).digest('hex').slice(0, 16);
}
