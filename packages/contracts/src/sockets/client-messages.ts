import * as z from 'zod/mini';
import { tokenLengthMax } from '#rest/session.ts';
import { socketLimits } from '#sockets/paths.ts';
import { PingMessage } from '#sockets/ping.ts';

/** Says who is listening; null says that the user has logged out. */
export const TokenMessage = z.strictObject({
  token: z.nullable(z.string().check(z.minLength(1), z.maxLength(tokenLengthMax))),
});

const param = z.union([
  z.string().check(z.maxLength(socketLimits.paramLengthMax)),
  z.number(),
  z.boolean(),
  z.null(),
]);

/**
 * Adds or removes a subscription. The name is only held to its form here: an unknown one has an answer of its own,
 * `subscription_unknown`, and so have wrong params of a known one.
 */
export const CommandMessage = z.strictObject({
  command: z.string().check(z.regex(/^(?:add|del)_[a-z_]{1,40}$/)),
  params: z.optional(
    z.record(z.string().check(z.maxLength(socketLimits.paramLengthMax)), param).check(
      z.refine((params) => Object.keys(params).length <= socketLimits.paramsMax, {
        error: 'too_many_items',
        params: { max: socketLimits.paramsMax },
      }),
    ),
  ),
});

export const ClientMessage = z.union([TokenMessage, CommandMessage, PingMessage]);

export type ClientMessage = z.infer<typeof ClientMessage>;

export interface Command {
  readonly action: 'add' | 'del';
  /** Perhaps not a name we know: `isSubscriptionName` tells. */
  readonly name: string;
}

export function splitCommand(command: string): Command {
  return { action: command.startsWith('add_') ? 'add' : 'del', name: command.slice(4) };
}
