import type { ExportFormat } from '@emporion/contracts/rest';
import { fail, type Result, succeed } from '@emporion/kernel';
import { clientParts } from '#api/api.ts';
import { type ClientParts, createClient } from '#api/client.ts';
import { exportEndpoints, totalRowsHeader } from '#api/contract/exports.ts';
import { type ApiFailure, abortedFailure, networkFailure } from '#api/failure.ts';
import type { CallInput, CallOutput } from '#api/request.ts';
import type { Transport } from '#api/transport.ts';
import { chosen } from '#language/brand.ts';

export type ExportName = keyof typeof exportEndpoints;

/** What an export is narrowed to: all that its call takes but how it is written. */
export type ExportQuery<Name extends ExportName> = Omit<
  CallInput<(typeof exportEndpoints)[Name]>['query'],
  'format' | 'time_zone'
>;

/** One of the files that the server makes. */
export type ExportRequest = {
  [Name in ExportName]: { readonly name: Name; readonly query: ExportQuery<Name> };
}[ExportName];

export interface DownloadProgress {
  readonly bytes: number;
  /** Undefined for a format whose rows cannot be counted on their way. */
  readonly rows: number | undefined;
  /** Undefined until the server has said it. */
  readonly totalRows: number | undefined;
}

export interface Download {
  readonly file: Blob;
  readonly name: string;
  readonly totalRows: number | undefined;
}

interface Options {
  readonly format: ExportFormat;
  readonly signal: AbortSignal;
  onProgress(progress: DownloadProgress): void;
}

const newline = 0x0a;
/** What has come so far is handed to the browser in pieces of this size, which it may keep on its disk. */
const pieceBytes = 8_000_000;

function countLines(chunk: Uint8Array): number {
  let lines = 0;
  for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) lines += 1;
  return lines;
}

/** The rest of the body, chunk by chunk, told as it comes. */
async function readFile(
  response: Response,
  { format, onProgress }: Options,
): Promise<Pick<Download, 'file' | 'totalRows'>> {
  const header = response.headers.get(totalRowsHeader);
  const totalRows = header === null ? undefined : Number(header);
  const pieces: Blob[] = [];
  let [chunks, waiting]: [Uint8Array<ArrayBuffer>[], number] = [[], 0];
  let [bytes, lines] = [0, 0];
  const reader = response.body?.getReader();
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    bytes += value.length;
    waiting += value.length;
    if (format === 'csv') lines += countLines(value);
    if (waiting >= pieceBytes) {
      pieces.push(new Blob(chunks));
      [chunks, waiting] = [[], 0];
    }
    // The first line names the columns.
    const rows = format === 'csv' ? Math.max(0, Math.min(lines - 1, totalRows ?? lines)) : undefined;
    onProgress({ bytes, rows, totalRows });
  }
  const type = response.headers.get('content-type') ?? '';
  return { file: new Blob([...pieces, ...chunks], { type }), totalRows };
}

function nameOf(response: Response, name: ExportName, format: ExportFormat): string {
  const given = /filename="([^"/\\]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return given ?? `${chosen.brand}-${name}-${new Date().toISOString().slice(0, 10)}.${format}`;
}

type LooseCall = (
  endpoint: (typeof exportEndpoints)[ExportName],
  input: { query: object; signal: AbortSignal },
) => Promise<Result<CallOutput<(typeof exportEndpoints)[ExportName]>, ApiFailure>>;

/**
 * Fetches a file of rows that the server streams. It goes the way of every call, with the session, its renewal and the refusals, and only reads the answer in
 * another way.
 */
export async function download(
  { name, query }: ExportRequest,
  options: Options,
  parts: ClientParts = clientParts,
): Promise<Result<Download, ApiFailure>> {
  const { format, signal } = options;
  let answered: Download | undefined;
  const transport: Transport = async ({ url, method, headers }) => {
    try {
      const response = await fetch(url, { method, headers, signal, credentials: 'same-origin' });
      const { status } = response;
      if (!response.ok) return succeed({ status, body: await response.json().catch(() => undefined) });
      answered = { ...(await readFile(response, options)), name: nameOf(response, name, format) };
      return succeed({ status, body: '' });
    } catch {
      return fail(signal.aborted ? abortedFailure : networkFailure);
    }
  };
  const call = createClient({ ...parts, transport }) as LooseCall;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const answer = await call(exportEndpoints[name], {
    query: { ...query, format, time_zone: timeZone },
    signal,
  });
  if (!answer.ok) return answer;
  return answered === undefined ? fail(networkFailure) : succeed(answered);
}
