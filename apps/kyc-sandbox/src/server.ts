import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  documentTypes,
  fileBytesMax,
  fileKinds,
  messageAgeMaxSeconds,
  nonceHeader,
  OpenRequest,
  signatureHeader,
  signedText,
  timestampHeader,
  verificationPaths,
} from '@emporion/contracts/verification';
import type { Applications } from '#applications.ts';
import type { Deliveries } from '#deliveries.ts';
import type { StoredApplication, StoredDocument } from '#store.ts';
import { style } from '#style.ts';

const bodyBytesMax = 16_384;

interface Sandbox {
  readonly applications: Applications;
  readonly deliveries: Deliveries;
  readonly secret: string;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
}

const json = (body: unknown, status = 200): Answer => ({
  ...{ status, type: 'application/json', body: JSON.stringify(body) },
});
const notFound = json({ error: 'not_found' }, 404);

/** For browsers; the build has put it beside this one, as a module that exports nothing, which a plain script must not say. */
const script = readFileSync(new URL('verify.js', import.meta.url), 'utf8').replace(/^export \{\};$/m, '');

/** The script for the frame, what it asks for, and the calls of the exchange. */
export function createSandbox(sandbox: Sandbox): Server {
  return createServer((request, response) => {
    answer(sandbox, request)
      .catch(() => json({ error: 'bad_request' }, 400))
      .then((given) => reply(response, given));
  });
}

function reply(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, {
    'content-type': type === 'application/octet-stream' ? type : `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    // The frame has no origin. No cookie counts here, so whoever has no token reads nothing.
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-allow-methods': 'GET, PUT',
    'access-control-max-age': '600',
  });
  response.end(body);
}

async function answer(sandbox: Sandbox, request: IncomingMessage): Promise<Answer> {
  const { pathname } = new URL(request.url ?? '/', 'http://sandbox');
  if (request.method === 'OPTIONS') return json({});
  if (pathname === '/verify.js') return { status: 200, type: 'text/javascript', body: script };
  if (pathname === '/verify.css') return { status: 200, type: 'text/css', body: style };
  if (pathname.startsWith('/session')) return session(sandbox, request, pathname);
  if (request.method !== 'POST') return notFound;
  const body = await readBody(request, bodyBytesMax);
  if (body === undefined) return json({ error: 'payload_too_large' }, 413);
  return call(sandbox, { path: pathname, request, body: body.toString() });
}

async function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    // What is too much is read to its end all the same and thrown away: who is cut off sees no answer.
    if (length <= bytesMax) pieces.push(piece);
    else pieces.length = 0;
  }
  return length > bytesMax ? undefined : Buffer.concat(pieces);
}

/** What the script in the frame asks for, with the token of its session. */
async function session({ applications }: Sandbox, request: IncomingMessage, path: string): Promise<Answer> {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const application = applications.ofToken(token);
  if (!application) return json({ error: 'session_expired' }, 401);
  const kind = fileKinds.find((each) => path === `/session/files/${each}`);
  if (request.method === 'PUT' && kind) {
    const content = await readBody(request, fileBytesMax);
    if (content === undefined) return json({ error: 'payload_too_large' }, 413);
    applications.upload(application, kind, content);
  } else if (request.method === 'PUT' && path === '/session') {
    const body = await readBody(request, bodyBytesMax);
    applications.describe(application, readSaid(body?.toString() ?? ''));
  } else if (request.method !== 'GET' || path !== '/session') return notFound;
  return json(shown(applications, application));
}

function shown(applications: Applications, application: StoredApplication) {
  const { needs, document, issued, files } = application;
  const states = Object.entries(files).map(([kind, file]) => [kind, file === 'invalid' ? 'invalid' : 'good']);
  return {
    needs,
    document,
    issued,
    files: Object.fromEntries(states),
    problems: applications.problemsOf(application),
  };
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(new Date(value).getTime());

function readSaid(body: string): { document?: StoredDocument; issued?: string } {
  const said = JSON.parse(body) as { type?: unknown; number?: unknown; expires?: unknown; issued?: unknown };
  const type = documentTypes.find((each) => each === said.type);
  const number = typeof said.number === 'string' ? said.number.trim().toUpperCase() : '';
  const isNumber = /^[\p{L}\p{N} /-]{3,40}$/u.test(number);
  return {
    ...(type && isNumber && isDay(said.expires) && { document: { type, number, expires: said.expires } }),
    ...(isDay(said.issued) && { issued: said.issued }),
  };
}

/** A call of the exchange, signed with the secret that both share. */
async function call(
  { applications, deliveries, secret }: Sandbox,
  { path, request, body }: { path: string; request: IncomingMessage; body: string },
): Promise<Answer> {
  if (!isSigned(secret, request, { path, body })) return json({ error: 'invalid_signature' }, 401);
  const given = JSON.parse(body) as { application: string; file?: string; do?: string };
  if (path === verificationPaths.open)
    return json({ token: applications.open(OpenRequest.parse(given)).token });
  if (path === '/api/sandbox') {
    if (given.do === 'repeat') deliveries.repeat(given.application);
    if (given.do === 'empty') applications.forgetAll();
    if (['silence', 'speak', 'empty'].includes(given.do ?? '')) deliveries.isSilent = given.do === 'silence';
    // It answers when what was being told has been told.
    await deliveries.send();
    return json({});
  }
  const application = applications.find(given.application);
  if (!application) return notFound;
  switch (path) {
    case verificationPaths.submit:
      return json({ problems: applications.submit(application) });
    case verificationPaths.find:
      return application.result ? json(application.result) : notFound;
    case verificationPaths.forget:
      applications.forget(application);
      return json({});
    case verificationPaths.readFile: {
      const content = applications.readFile(application, given.file ?? '');
      return content ? { status: 200, type: 'application/octet-stream', body: content } : notFound;
    }
    default:
      return notFound;
  }
}

/** When each message came that still counts by its time: none counts twice. */
const nonces = new Map<string, number>();

function isNew(nonce: string): boolean {
  const oldest = Date.now() - 2_000 * messageAgeMaxSeconds;
  for (const [known, seenMs] of nonces) if (seenMs < oldest) nonces.delete(known);
  if (nonces.has(nonce)) return false;
  nonces.set(nonce, Date.now());
  return true;
}

function isSigned(
  secret: string,
  { headers }: IncomingMessage,
  { path, body }: { path: string; body: string },
): boolean {
  const [timestamp, nonce, signature] = [timestampHeader, nonceHeader, signatureHeader].map((name) =>
    String(headers[name]),
  ) as [string, string, string];
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= messageAgeMaxSeconds)) return false;
  const right = createHmac('sha256', secret).update(signedText({ timestamp, nonce, path, body })).digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === right.length && timingSafeEqual(given, right) && isNew(nonce);
}
