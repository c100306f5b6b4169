import type { Booking } from '@emporion/core';
import type { QueryExecutorProvider } from 'kysely';
import { bookMovement, isInLedger, releaseRefused } from '#modules/wallet/index.ts';
import type { Platform } from '#platform/platform.ts';
import type { CommandRequest } from '#platform/runtime.ts';
import type { OrderRow } from './order.ts';

/** What the outside knows an order by, in the journal for ever. */
export const referenceOf = ({ id }: Pick<OrderRow, 'id'>) => `card:${id}`;

export type Movement = 'credit' | 'refund' | 'return' | 'reversal' | 'hold' | 'send' | 'release' | 'settle';

/** Each kind of movement of each acquirer is numbered for itself. */
export const seriesOf = (system: string, kind: Movement) => `card-${kind}:${system}`;

/** The number of a movement that an order makes once, in the transaction in which it becomes ready. */
export async function numberOf(
  transaction: QueryExecutorProvider,
  { order, kind }: { order: OrderRow; kind: Movement },
): Promise<number> {
  const reference = referenceOf(order);
  return (await bookMovement(transaction, { series: seriesOf(order.system, kind), reference })).number;
}

type MoneyRequest = Extract<CommandRequest, { readonly booking: Booking }>;

/** Looks whether a movement was carried out whose outcome the exchange has forgotten, when what it left has come to this batch. */
type WasDone = (batch: number) => Promise<boolean>;

export function inLedger(
  platform: Platform,
  of: { readonly id: string; readonly reference?: string },
  trace: { account: string; kind: string },
): WasDone {
  return (batch) => isInLedger(platform, { ...trace, reference: of.reference ?? referenceOf(of), batch });
}

/**
 * Has money moved once. One whose outcome was not noted before a crash is sent again under the same number: the exchange answers what it answered then.
 *
 * @returns why the exchange refused it, with a batch of the journal that has the outcome; no code when it was carried out, now or before.
 */
export async function moveOnce(
  platform: Platform,
  command: MoneyRequest,
  wasDone: WasDone,
): Promise<{ readonly code?: string; readonly batch: number }> {
  const result = await platform.runtime.execute(command);
  const { batch } = result;
  if (result.status === 'accepted') return { batch };
  const { rejection } = result;
  const { code } = rejection;
  if (code === 'duplicate_transaction') {
    if (await wasDone(batch)) return { batch };
    throw new Error(`The movement ${command.reference} has a number that was used for something else.`);
  }
  await releaseRefused(platform, command.booking, rejection);
  return { code, batch };
}
