import { type Exchange, hasDueOrders } from '@emporion/core';
import type { CommandRequest } from '#platform/runtime.ts';

/**
 * Goes on with a cascade that was too long for one command. Every command deals with some due orders; when nobody sends one, this does,
 * after each batch until none is left.
 */
export function dealWithDueOrders(
  exchange: Exchange,
  execute: (command: CommandRequest) => Promise<unknown>,
): void {
  if (!hasDueOrders(exchange)) return;
  // A refusal means that the exchange stops; the next start goes on here.
  execute({ kind: 'DealWithDueOrders', key: null }).catch(() => undefined);
}
