import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  FileKind,
  OpenRequest,
  ProvidedFile,
  VerificationEvent,
  VerificationResult,
} from '@emporion/contracts/verification';

export interface StoredDocument {
  readonly type: VerificationResult['document']['type'];
  readonly number: string;
  readonly expires: string;
}

/** Of a file that could not be used only that is kept. */
export type StoredFile = ProvidedFile | 'invalid';

export interface StoredApplication extends OpenRequest {
  token: string;
  tokenUntilMs: number;
  document: StoredDocument | null;
  /** When the proof of address was written. */
  issued: string | null;
  files: Partial<Record<FileKind, StoredFile>>;
  /** What was asked for after this result has been taken out. */
  clearedAfter: number;
  sequence: number;
  /** When the check ends; null while nothing was handed in. */
  dueMs: number | null;
  result: VerificationResult | null;
}

export interface Delivery {
  readonly event: VerificationEvent;
  readonly tries: number;
  readonly dueMs: number;
}

interface Stored {
  applications: Record<string, StoredApplication>;
  deliveries: Delivery[];
  /** What has been delivered, for whoever wants it once more. */
  delivered: Delivery[];
}

const deliveredMax = 200;

/** Everything in one file, written whole after each change, and the uploads beside it: it is a sandbox, and outlives a restart. */
export class Store {
  readonly data: Stored;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(join(folder, 'files'), { recursive: true, mode: 0o700 });
    this.data = read(join(folder, 'sandbox.json'));
  }

  save(): void {
    this.data.delivered = this.data.delivered.slice(-deliveredMax);
    const path = join(this.#folder, 'sandbox.json');
    writeFileSync(`${path}.new`, JSON.stringify(this.data), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }

  /** The id is ours, so it is no path. */
  writeFile(id: string, content: Buffer): void {
    writeFileSync(join(this.#folder, 'files', id), content, { mode: 0o600 });
  }

  readFile(id: string): Buffer {
    return readFileSync(join(this.#folder, 'files', id));
  }

  deleteFile(id: string): void {
    rmSync(join(this.#folder, 'files', id), { force: true });
  }
}

function read(path: string): Stored {
  const empty = { applications: {}, deliveries: [], delivered: [] };
  try {
    return { ...empty, ...(JSON.parse(readFileSync(path, 'utf8')) as Stored) };
  } catch {
    return empty;
  }
}
