import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { readRecord, ShapeError } from '@emporion/chains/wire';
import { replaceFile, writeWhole } from '#files.ts';
import { StartupError } from '#startup-error.ts';
import { type CountEntry, readEntry, readLine, writeEntry, writeLine } from './entry.ts';
import { PastIds } from './past-ids.ts';

/** The count cannot be written, or somebody else writes it. Nothing may be signed any more by this process. */
export class CountFault extends Error {
  override readonly name = 'CountFault';
}

const pastName = /^past-ids\.[0-9]+$/;

/**
 * The file of what was signed: a first line that names the table of past ids, then a line for each request, added and synced one after the other.
 *
 * A signature leaves only after the sync of its line has returned, and a line is begun only after the sync of the one before. So after a crash at most the
 * last line can be unfinished, and then its signature has not left: it is cut off as if nothing had happened. A whole last line whose signature never left
 * stays and counts; who asks again with the same words gets the signature without being counted twice. Everything else that cannot be read is damage,
 * and the signer does not start on it.
 */
export class CountFile {
  readonly #folder: string;
  #file: number;
  #length: number;
  #generation: number;

  private constructor(folder: string, opened: { file: number; length: number; generation: number }) {
    this.#folder = folder;
    this.#file = opened.file;
    this.#length = opened.length;
    this.#generation = opened.generation;
  }

  static create(folder: string, at: number): void {
    const past = new PastIds(new Uint8Array());
    replaceFile(pastPath(folder, 0), past.bytes);
    replaceFile(countPath(folder), writeLine(headerFor({ generation: 0, past, at })));
  }

  static exists(folder: string): boolean {
    return existsSync(countPath(folder));
  }

  /** @throws StartupError */
  static open(folder: string): { count: CountFile; entries: CountEntry[]; past: PastIds; at: number } {
    if (!CountFile.exists(folder))
      throw new StartupError(
        `The count of what was signed is missing: ${countPath(folder)}. Without it the limits of the day cannot be kept. Bring the file back, or see "A lost count" in docs/signer.md.`,
      );
    const file = openSync(countPath(folder), 'a+', 0o600);
    try {
      const content = readFileSync(file);
      const whole = content.subarray(0, lengthOfWholeLines(content));
      const [first, ...lines] = whole.toString('utf8').split('\n').slice(0, -1);
      const header = readHeader(first);
      const entries = lines.map((line, at) => readEntryAt(line, at + 2));
      const past = readPast(folder, header);
      if (whole.length < content.length) {
        ftruncateSync(file, whole.length);
        fsyncSync(file);
      }
      const { generation, at } = header;
      return { count: new CountFile(folder, { file, length: whole.length, generation }), entries, past, at };
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  /**
   * Adds an entry. When this returns it is durable, and this process is the only one that has written since.
   *
   * @throws CountFault
   */
  add(entry: CountEntry): void {
    const line = Buffer.from(writeEntry(entry));
    try {
      writeWhole(this.#file, line);
      fsyncSync(this.#file);
      this.#length += line.length;
      this.#checkAlone();
    } catch (error) {
      if (error instanceof CountFault) throw error;
      // After a failed sync nobody knows what the disk holds, so it is not tried again: the next start reads what is there.
      throw new CountFault('The count of what was signed cannot be written.', { cause: error });
    }
  }

  /** Writes the file anew with these entries alone; the table of past ids goes first, and the new first line makes both valid at once. */
  rewrite(entries: Iterable<CountEntry>, { past, at }: { past: PastIds; at: number }): void {
    this.#checkAlone();
    const generation = this.#generation + 1;
    replaceFile(pastPath(this.#folder, generation), past.bytes);
    const lines = [writeLine(headerFor({ generation, past, at }))];
    for (const entry of entries) lines.push(writeEntry(entry));
    const content = Buffer.from(lines.join(''));
    replaceFile(countPath(this.#folder), content);
    closeSync(this.#file);
    this.#file = openSync(countPath(this.#folder), 'a', 0o600);
    this.#length = content.length;
    this.#generation = generation;
    removeOtherPasts(this.#folder, generation);
  }

  close(): void {
    closeSync(this.#file);
  }

  /** Two signers on one folder would each count for themselves. Whoever finds that the file is not as it left it stops before its signature leaves. */
  #checkAlone(): void {
    const { size, ino } = fstatSync(this.#file);
    if (size !== this.#length || statSync(countPath(this.#folder)).ino !== ino)
      throw new CountFault('Somebody else has written the count of what was signed.');
  }
}

interface Header {
  readonly generation: number;
  readonly sha256: string;
  /** When the file was written whole. */
  readonly at: number;
}

function countPath(folder: string): string {
  return join(folder, 'count.log');
}

function pastPath(folder: string, generation: number): string {
  return join(folder, `past-ids.${generation}`);
}

function headerFor({ generation, past, at }: { generation: number; past: PastIds; at: number }) {
  return { emporion: 'signer-count', version: 1, generation, sha256: sha256(past.bytes), at };
}

function readHeader(line: string | undefined): Header {
  const value = line === undefined ? undefined : readLine(line);
  if (value === undefined) throw damaged(1);
  const { version, generation, sha256, at } = readRecord(value, 'The first line');
  if (version !== 1 || typeof generation !== 'number' || typeof sha256 !== 'string' || typeof at !== 'number')
    throw new StartupError('The count of what was signed is of another version of the signer.');
  return { generation, sha256, at };
}

function readEntryAt(line: string, number: number): CountEntry {
  try {
    const value = readLine(line);
    if (value !== undefined) return readEntry(value);
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
  }
  throw damaged(number);
}

/**
 * How much of the file is whole lines. A crash leaves the beginning of a line without its end, or the zeros of a page that was never written; only the last
 * line can be like that. A last line with an end and a wrong checksum is damage of another kind, which `readEntryAt` finds.
 */
function lengthOfWholeLines(content: Buffer): number {
  const end = content.lastIndexOf(0x0a) + 1;
  const lastStart = content.lastIndexOf(0x0a, end - 2) + 1;
  const isLastUnwritten = end === content.length && content.subarray(lastStart).includes(0);
  return isLastUnwritten ? lastStart : end;
}

function readPast(folder: string, { generation, sha256: expected }: Header): PastIds {
  const path = pastPath(folder, generation);
  const bytes = existsSync(path) ? readFileSync(path) : undefined;
  if (!bytes || sha256(bytes) !== expected)
    throw new StartupError(
      `The table of past ids ${path} is missing or damaged: bring it back from a backup.`,
    );
  return new PastIds(bytes);
}

function removeOtherPasts(folder: string, generation: number): void {
  for (const name of readdirSync(folder))
    if (pastName.test(name) && join(folder, name) !== pastPath(folder, generation))
      rmSync(join(folder, name));
}

function damaged(line: number): StartupError {
  return new StartupError(
    `The count of what was signed is damaged at line ${line}. The signer does not guess what stood there: see "A lost count" in docs/signer.md.`,
  );
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
