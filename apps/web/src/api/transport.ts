import { fail, type Result, succeed } from '@emporion/kernel';
import { type ApiFailure, abortedFailure, networkFailure, timeoutFailure } from './failure.ts';

export interface WireRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** There is no limit unless a call asks for one. */
  readonly timeoutMs?: number | undefined;
}

export interface WireAnswer {
  readonly status: number;
  /** The parsed JSON body; undefined for an empty one and for anything that is not JSON. */
  readonly body: unknown;
  /** When the server says that trying again is worth it. */
  readonly retryAfterSeconds?: number | undefined;
}

export type Transport = (request: WireRequest) => Promise<Result<WireAnswer, ApiFailure>>;

function parseBody(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The header may also name a date, which no server of ours sends. */
function readSeconds(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}

function combineSignals(signals: readonly (AbortSignal | undefined)[]): AbortSignal | null {
  const given = signals.filter((signal) => signal !== undefined);
  if (given.length > 1) return AbortSignal.any(given);
  return given[0] ?? null;
}

/** Sends JSON and reads JSON. Everything that can go wrong on the way is a value. */
export const fetchTransport: Transport = async ({ url, method, headers, body, signal, timeoutMs }) => {
  const deadline = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: combineSignals([signal, deadline]),
      credentials: 'same-origin',
    });
    const { status } = response;
    const retryAfterSeconds = readSeconds(response.headers.get('retry-after'));
    return succeed({ status, body: parseBody(await response.text()), retryAfterSeconds });
  } catch {
    if (signal?.aborted) return fail(abortedFailure);
    if (deadline?.aborted) return fail(timeoutFailure);
    return fail(networkFailure);
  }
};
