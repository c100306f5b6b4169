import {
  fileBytesMax,
  OpenedSession,
  type OpenRequest,
  Submitted,
  VerificationResult,
  verificationPaths,
} from '@emporion/contracts/verification';
import type { z } from 'zod/mini';
import type { Clock } from '#platform/platform.ts';
import { signedHeaders } from './signed-message.ts';

type Problems = z.output<typeof Submitted>['problems'];

/** Who checks identities. Every call may be repeated. */
export interface Provider {
  readonly secret: string;
  /** Where its script comes from. */
  origin(): Promise<string>;
  open(request: OpenRequest): Promise<{ readonly token: string }>;
  /** What stands in the way; with nothing in it the check has begun. */
  submit(application: string): Promise<Problems>;
  /** Undefined: it has not decided. */
  find(application: string): Promise<VerificationResult | undefined>;
  readFile(asked: { application: string; file: string }): Promise<Buffer | undefined>;
  /** Deletes everything that was uploaded. */
  forget(application: string): Promise<void>;
}

/** It cannot be reached, or answers what makes no sense: whatever was asked is asked again later. */
export class ProviderUnavailable extends Error {}

/** It can be reached; what it says of this one makes no sense, which says nothing of the others. */
export class ProviderNonsense extends ProviderUnavailable {}

const timeoutMs = 10_000;
const answerLengthMax = 65_536;

export function connectProvider({
  address,
  secret,
  clock,
}: {
  /** Without a slash at its end. */
  address: () => Promise<string>;
  secret: string;
  clock: Clock;
}): Provider {
  async function post(path: string, question: object, bytesMax: number): Promise<Buffer | undefined> {
    const body = JSON.stringify(question);
    try {
      const answer = await fetch(`${await address()}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...signedHeaders(secret, { path, body }, clock.now()),
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const bytes = await readBounded(answer, bytesMax);
      if (answer.status === 404) return undefined;
      if (!answer.ok) throw new Error(`It answered ${answer.status}.`);
      return bytes;
    } catch (error) {
      throw new ProviderUnavailable(`The provider cannot be asked: ${(error as Error).message}`);
    }
  }
  async function ask<Schema extends z.ZodMiniType>(
    path: string,
    question: object,
    schema: Schema,
  ): Promise<z.output<Schema> | undefined> {
    const bytes = await post(path, question, answerLengthMax);
    if (bytes === undefined) return undefined;
    try {
      return schema.parse(JSON.parse(bytes.toString()));
    } catch {
      throw new ProviderNonsense('The provider answered what makes no sense.');
    }
  }
  const must = async <Value>(value: Promise<Value | undefined>): Promise<Value> => {
    const found = await value;
    if (found === undefined) throw new ProviderUnavailable('The provider does not know what it was asked.');
    return found;
  };
  return {
    secret,
    origin: async () => new URL(await address()).origin,
    open: (request) => must(ask(verificationPaths.open, request, OpenedSession)),
    submit: async (application) =>
      (await must(ask(verificationPaths.submit, { application }, Submitted))).problems,
    find: (application) => ask(verificationPaths.find, { application }, VerificationResult),
    readFile: (asked) => post(verificationPaths.readFile, asked, fileBytesMax),
    forget: async (application) => {
      await post(verificationPaths.forget, { application }, answerLengthMax);
    },
  };
}

/** No answer fills our memory. */
async function readBounded(answer: Response, bytesMax: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of answer.body ?? []) {
    length += piece.length;
    if (length > bytesMax) throw new Error('It answered too much.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
