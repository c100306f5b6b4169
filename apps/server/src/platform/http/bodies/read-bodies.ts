import type { FastifyRequest } from 'fastify';
import { addressKey } from '../address-key.ts';
import type { App } from '../app.ts';
import { Problem } from '../problem.ts';
import { readStrictJson } from '../strict-json.ts';
import { UnfinishedBodies, UnfinishedBody } from './unfinished-bodies.ts';

declare module 'fastify' {
  interface FastifyInstance {
    unfinishedBodies: UnfinishedBodies;
  }
}

/** What all bodies on their way may hold together: thousands of those that calls have. */
export const unfinishedBytesMax = 16_777_216;

/** Every piece costs a call of ours, however small it is. Programs that write word by word send fewer. */
const piecesMax = 2_000;

/** Reads bodies as JSON, no longer than this, in the whole application. */
export function addBodies(
  app: App,
  { bytesMax, unfinishedMax }: { bytesMax: number; unfinishedMax: number },
): void {
  app.decorate('unfinishedBodies', new UnfinishedBodies(unfinishedMax));
  readBodies(app, bytesMax);
}

/** Bounds the bodies of the routes of a scope. */
export function readBodies(scope: App, bytesMax: number): void {
  const { unfinishedBodies: unfinished } = scope;
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', (request, payload, done) => {
    readBody({ request, payload, bytesMax, unfinished }, (error, text) => {
      if (error) {
        done(error);
        return;
      }
      let body: unknown;
      try {
        body = takesNoBody(request) && text.trim() === '' ? undefined : readStrictJson(text);
      } catch (problem) {
        done(problem as Error);
        return;
      }
      done(null, body);
    });
  });
}

/** Some clients declare JSON on every request, also on those without a body. */
function takesNoBody({ routeOptions }: FastifyRequest): boolean {
  const { endpoint } = routeOptions.config;
  return endpoint !== undefined && endpoint.body === undefined;
}

interface Reading {
  readonly request: FastifyRequest;
  readonly payload: NodeJS.ReadableStream;
  readonly bytesMax: number;
  readonly unfinished: UnfinishedBodies;
}

/** Most bodies come in one piece, which is taken as it is; only those that do not are unfinished for a while. */
function readBody(
  { request, payload, bytesMax, unfinished }: Reading,
  done: (error: Error | null, text: string) => void,
): void {
  const declared = Number(request.headers['content-length']);
  if (declared > bytesMax) {
    done(new Problem('payload_too_large'), '');
    return;
  }
  let received = 0;
  let count = 0;
  let whole: Buffer | undefined;
  let pieces: UnfinishedBody | undefined;

  const finish = (error: Error | null, text = ''): void => {
    payload.removeListener('data', onData);
    payload.removeListener('end', onEnd);
    payload.removeListener('error', onEnd);
    if (pieces) unfinished.remove(pieces);
    done(error, text);
  };
  const onData = (chunk: Buffer): void => {
    received += chunk.length;
    count += 1;
    if (received > bytesMax || count > piecesMax) {
      finish(new Problem('payload_too_large'));
      return;
    }
    if (received === chunk.length && received === declared) {
      whole = chunk;
      return;
    }
    pieces ??= new UnfinishedBody(callerOf(request), () => finish(new Problem('request_timeout')));
    unfinished.append(pieces, chunk);
  };
  const onEnd = (error?: Error): void => {
    if (error) finish(error);
    else if (declared >= 0 && received !== declared) finish(new Problem('bad_request'));
    else finish(null, (pieces ?? whole)?.toString() ?? '');
  };
  payload.on('data', onData);
  payload.on('end', onEnd);
  payload.on('error', onEnd);
  payload.resume();
}

function callerOf({ caller, ip }: FastifyRequest): string {
  return caller?.userId ?? addressKey(ip);
}
