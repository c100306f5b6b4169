import {
  ClientMessage,
  CommandMessage,
  closeCodes,
  PingMessage,
  socketLimits,
  splitCommand,
  TokenMessage,
} from '@emporion/contracts/sockets';
import type { FastifyBaseLogger } from 'fastify';
import { Problem } from '#platform/http/problem.ts';
import { readStrictJson } from '#platform/http/strict-json.ts';
import type { Peer } from './peer.ts';
import { type Session, wrongFields } from './session.ts';

export interface InboxParts {
  readonly session: Session;
  readonly peer: Peer;
  readonly log: FastifyBaseLogger;
  readonly waitingMax: number;
}

/**
 * Takes the messages of one socket in their order: a token counts for the commands that follow it. What waits when the socket ends is
 * dropped: nobody is there for the answers.
 */
export function createInbox({ session, peer, log, waitingMax }: InboxParts) {
  const waiting: string[] = [];
  let isWorking = false;

  async function work(): Promise<void> {
    isWorking = true;
    for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) {
      try {
        await handle({ session, peer }, text);
      } catch (error) {
        log.error({ err: error }, 'a socket message failed');
        session.refuse('internal');
      }
      if (peer.isClosing) waiting.length = 0;
    }
    isWorking = false;
  }

  return {
    receive(text: string): void {
      if (!peer.spend()) return;
      if (waiting.length >= waitingMax) {
        peer.close(closeCodes.tooManyMessages);
        return;
      }
      waiting.push(text);
      if (!isWorking) void work();
    },
  };
}

async function handle({ session, peer }: Pick<InboxParts, 'session' | 'peer'>, text: string): Promise<void> {
  const read = readMessage(text);
  if (read instanceof Problem) return session.refuse(read);
  const message = ClientMessage.safeParse(read.message);
  if (!message.success) return session.refuse(whyRefused(read.message), commandOf(read.message));
  if ('token' in message.data) return session.present(message.data.token);
  if ('ping' in message.data) return peer.send({ kind: 'pong', ping: message.data.ping });
  const { command, params } = message.data;
  const { action, name } = splitCommand(command);
  if (action === 'add') return session.add({ command, name, params });
  session.remove({ command, name, params });
}

/** What is wrong with a message. Which kind it was meant to be is told by the field that only this kind has. */
function whyRefused(message: unknown): Problem {
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    return new Problem('invalid_request_format');
  const kind = ['command', 'token', 'ping'].find((name) => Object.hasOwn(message, name));
  if (kind === undefined) return new Problem('command_missing');
  const schema = kind === 'command' ? CommandMessage : kind === 'token' ? TokenMessage : PingMessage;
  const issues = schema.safeParse(message).error?.issues ?? [];
  if (issues.some(({ path }) => path[0] === 'command')) return new Problem('command_unknown');
  return wrongFields('message', message, issues, schema);
}

/** The command of a message that is refused, as far as it can be repeated. */
function commandOf(message: unknown): string | undefined {
  const command: unknown = (message as { command?: unknown } | null)?.command;
  return typeof command === 'string' ? command.slice(0, socketLimits.paramLengthMax) : undefined;
}

function readMessage(text: string): { message: unknown } | Problem {
  try {
    return { message: readStrictJson(text) };
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
