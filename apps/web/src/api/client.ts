import { type Endpoint, languageHeader } from '@emporion/contracts/rest';
import { fail, type Result, succeed } from '@emporion/kernel';
import { needsRefresh } from './access-token.ts';
import { type ApiFailure, networkFailure, sessionLost } from './failure.ts';
import { createRefresh } from './refresh.ts';
import { isTokenNotValid, readRefusal } from './refusal.ts';
import { buildUrl, type CallInput, type CallOutput, carriesToken, type LooseInput } from './request.ts';
import type { Session } from './session-store.ts';
import { fetchTransport, type Transport, type WireAnswer } from './transport.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

type Arguments<E extends Endpoint> =
  unknown extends CallInput<E> ? [input?: CallOptions] : [input: CallInput<E> & CallOptions];

/** Calls one endpoint. The answer's body is the value; no expected failure is thrown. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  ...input: Arguments<E>
) => Promise<Result<CallOutput<E>, ApiFailure>>;

export interface ClientParts {
  readonly session: Session;
  readonly language: () => string;
  /** Called once the session has ended, with the server's reason; the application decides where the visitor goes. */
  readonly onSessionLost: (code: string | null) => void;
  readonly origin?: string;
  readonly transport?: Transport;
  readonly now?: () => number;
}

type Input = LooseInput & CallOptions;

/** A refresh that hangs would hold up every tab, so it alone has a time limit. */
const refreshTimeoutMs = 20_000;

/** The contracts come when they are first needed: the pages before login do without them. Null when they cannot come. */
async function loadRefreshEndpoint() {
  try {
    return (await import('./contract/session.ts')).sessionEndpoints.refresh;
  } catch {
    return null;
  }
}

export function createClient(parts: ClientParts): Call {
  const { session, language, origin = '', transport = fetchTransport, now = Date.now } = parts;

  function send(endpoint: Endpoint, input: Input, token: string | null) {
    return transport({
      url: buildUrl(endpoint, input, { origin, hasToken: token !== null }),
      method: endpoint.method,
      headers: {
        [languageHeader]: language(),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: input.body,
      signal: input.signal,
      timeoutMs: input.timeoutMs,
    });
  }

  const refresh = createRefresh({
    session,
    now,
    onEnded: parts.onSessionLost,
    exchange: async (refreshToken) => {
      const endpoint = await loadRefreshEndpoint();
      if (endpoint === null) return fail(networkFailure);
      const input = { body: { refresh: refreshToken }, timeoutMs: refreshTimeoutMs };
      return readAnswer(endpoint, await send(endpoint, input, null));
    },
  });

  /** Gives a token fit for use, or the failure that the call ends with. */
  async function renew(staleToken: string): Promise<Result<string, ApiFailure>> {
    const outcome = await refresh(staleToken);
    if (outcome.kind === 'renewed') return succeed(outcome.token);
    return fail(outcome.kind === 'unreachable' ? outcome.failure : sessionLost);
  }

  async function sendWithToken(endpoint: Endpoint, input: Input, stored: string) {
    const token = needsRefresh(stored, now()) ? await renew(stored) : succeed(stored);
    if (!token.ok) return token;
    const first = await send(endpoint, input, token.value);
    if (!first.ok || !isTokenNotValid(first.value.status, first.value.body)) return first;
    // The server no longer takes the token although the clock says it should: renew it and try once more.
    const renewed = await renew(token.value);
    return renewed.ok ? send(endpoint, input, renewed.value) : renewed;
  }

  return async (endpoint, ...rest) => {
    const input: Input = rest[0] ?? {};
    const { token } = session.read();
    const answer =
      token !== null && carriesToken(endpoint)
        ? await sendWithToken(endpoint, input, token)
        : await send(endpoint, input, null);
    return readAnswer(endpoint, answer);
  };
}

function readAnswer<E extends Endpoint>(
  endpoint: E,
  answer: Result<WireAnswer, ApiFailure>,
): Result<CallOutput<E>, ApiFailure> {
  if (!answer.ok) return answer;
  const { status, body, retryAfterSeconds } = answer.value;
  if (status < 200 || status > 299) return fail(readRefusal(status, body, retryAfterSeconds));
  const parsed = endpoint.response.safeParse(body);
  if (parsed.success) return succeed(parsed.data as CallOutput<E>);
  return fail({
    kind: 'unexpected-answer',
    message: `${endpoint.method} ${endpoint.path}: ${parsed.error.message}`,
  });
}
