import { chmodSync, chownSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import {
  readFields,
  readJson,
  readOneOf,
  readWholeNumber,
  ShapeError,
  signerLineBytesMax,
} from '@emporion/chains/wire';
import { CountFault } from '#count/count-file.ts';
import type { Signer } from '#signing/signer.ts';
import { StartupError } from '#startup-error.ts';
import { groupIdOf } from './group-id.ts';

const connectionsMax = 16;
/** What the system takes as the path of a socket. */
const pathBytesMax = 103;

export interface SocketServer {
  /** Resolves when the signer can sign no more, with the cause. */
  readonly failed: Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Serves a signer on a Unix socket that only its owner can open, and a group where one is named. Each line is a question, `{"call": 1, "ask": "identity"}`, the same with `"coins"`, or `{"call": 2, "ask": "sign",
 * "request": {…}}`, and has one line as its answer, `{"call": 1, "answer": {…}}`. A line that is no question ends the connection.
 *
 * @throws StartupError when the socket cannot be made.
 */
export async function serveSigner(
  signer: Signer,
  path: string,
  { group }: { group?: string | undefined } = {},
): Promise<SocketServer> {
  if (Buffer.byteLength(path) > pathBytesMax)
    throw new StartupError(
      `The path of the socket may have at most ${pathBytesMax} bytes: set SIGNER_SOCKET to a shorter one than ${path}.`,
    );
  const sockets = new Set<Socket>();
  let fail: (cause: unknown) => void = () => undefined;
  const failed = new Promise<unknown>((done) => {
    fail = done;
  });
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    answerLines(socket, signer, fail);
  });
  server.maxConnections = connectionsMax;
  // Whoever holds the lock of the folder may remove what a killed signer left.
  rmSync(path, { force: true });
  const groupId = group === undefined ? undefined : groupIdOf(group);
  await listen(server, path);
  if (groupId !== undefined) openTo(groupId, path);
  return {
    failed,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.end(() => socket.destroy());
      }),
  };
}

/** The socket is made closed to others, and not closed to them a moment later. */
async function listen(server: Server, path: string): Promise<void> {
  const before = process.umask(0o177);
  try {
    await new Promise<void>((done, refuse) => {
      server.once('error', refuse);
      server.listen(path, done);
    });
  } catch (error) {
    throw new StartupError(`The socket ${path} cannot be made: ${(error as Error).message}`);
  } finally {
    process.umask(before);
  }
  chmodSync(path, 0o600);
}

function openTo(groupId: number, path: string): void {
  try {
    chownSync(path, statSync(path).uid, groupId);
  } catch (error) {
    throw new StartupError(
      `The socket ${path} cannot be given to the group ${groupId}: ${(error as Error).message}. The signer's user must be a member of it.`,
    );
  }
  chmodSync(path, 0o660);
}

function answerLines(socket: Socket, signer: Signer, fail: (cause: unknown) => void): void {
  let waiting = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    waiting = Buffer.concat([waiting, chunk as Buffer]);
    for (let end = waiting.indexOf(0x0a); end >= 0; end = waiting.indexOf(0x0a)) {
      const line = waiting.subarray(0, end).toString('utf8');
      waiting = waiting.subarray(end + 1);
      if (!answerLine(line, { socket, signer, fail })) return;
    }
    if (waiting.length > signerLineBytesMax) socket.destroy();
  });
}

/** False when the connection is over. */
function answerLine(
  line: string,
  { socket, signer, fail }: { socket: Socket; signer: Signer; fail: (cause: unknown) => void },
): boolean {
  try {
    const { call, ask, request } = readQuestion(line);
    const answer =
      ask === 'identity'
        ? signer.identity
        : ask === 'coins'
          ? { networks: signer.coins }
          : signer.sign(request);
    // Who does not read answers is not read any further.
    if (!socket.write(`${JSON.stringify({ call, answer })}\n`)) {
      socket.pause();
      socket.once('drain', () => socket.resume());
    }
    return true;
  } catch (error) {
    socket.destroy();
    if (error instanceof CountFault) fail(error);
    // Its words could hold what was asked, so only its name is told.
    else if (!(error instanceof ShapeError))
      process.stderr.write(`A request could not be answered: ${(error as Error).name}. This is a bug.\n`);
    return false;
  }
}

function readQuestion(line: string): { call: number; ask: 'identity' | 'coins' | 'sign'; request: unknown } {
  if (line.length > signerLineBytesMax) throw new ShapeError('A question is too long.');
  const value = readJson(line, 'A question');
  const fields = readFields(value, { at: 'A question', required: ['call', 'ask'], optional: ['request'] });
  const ask = readOneOf(fields.ask, { at: 'ask', words: ['identity', 'coins', 'sign'] });
  if ((ask === 'sign') !== Object.hasOwn(fields, 'request'))
    throw new ShapeError('A question to sign has a request.');
  return {
    call: readWholeNumber(fields.call, { at: 'call', max: Number.MAX_SAFE_INTEGER }),
    ask,
    request: fields.request,
  };
}
