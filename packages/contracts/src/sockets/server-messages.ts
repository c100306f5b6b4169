import * as z from 'zod/mini';
import { described } from '#documented.ts';
import type { ErrorCode } from '#errors/index.ts';
import {
  Balance,
  BookLevel,
  Candle,
  chainDecimalString,
  coinCode,
  Deal,
  decimalString,
  Order,
  PairVolume,
  pairCode,
  Trade,
  Transaction,
  timeframes,
  transactionStatuses,
  UserNotification,
} from '#rest/index.ts';
import { count } from '#rest/numbers.ts';
import { ping } from '#sockets/ping.ts';

/** 0 is the whole state. Each later message of the subscription carries the next number; a gap means: subscribe again. */
const sequence = count;
const paged = { sequence, page: z.int().check(z.minimum(1)), total_pages: count };
const level = described(BookLevel, 'Price and quantity; quantity 0 removes the level.');
const id = z.string().check(z.maxLength(64));

/** A deposit or withdrawal has what its transaction has, and is told from the moment that it is seen or asked for. */
const walletRecord = () =>
  z.object({
    id,
    kind: z.string(),
    coin: coinCode,
    amount: chainDecimalString,
    status: z.enum(transactionStatuses),
    updated: described(count, 'Epoch seconds.'),
    ...z.partial(
      z.pick(Transaction, {
        ...{
          date: true,
          network: true,
          fee: true,
          change: true,
          reason: true,
          hash: true,
          output_index: true,
          address: true,
        },
        ...{ memo: true, confirmations: true, confirmations_required: true, block_height: true },
        ...{ internal: true, contract: true, unreadable: true },
      }),
    ).shape,
    card_order: described(z.optional(id), 'The card order that it is part of.'),
  });

function orders<const Kind extends string>(kind: Kind) {
  return () => z.object({ kind: z.literal(kind), ...paged, results: z.array(Order) });
}

function ordersOfPair<const Kind extends string>(kind: Kind) {
  return () => z.object({ kind: z.literal(kind), ...paged, pair: pairCode, results: z.array(Order) });
}

function walletHistory<const Kind extends string>(kind: Kind) {
  return () => z.object({ kind: z.literal(kind), ...paged, results: z.array(walletRecord()) });
}

/** How each kind looks. Each schema is made with its first message: all at once they would hold up a page's first picture. */
const makers = {
  stack: () =>
    z.object({
      kind: z.literal('stack'),
      sequence,
      pair: pairCode,
      precision: decimalString,
      bids: z.array(level),
      asks: z.array(level),
    }),
  trades: () => z.object({ kind: z.literal('trades'), sequence, pair: pairCode, results: z.array(Trade) }),
  pairs_volume: () => z.object({ kind: z.literal('pairs_volume'), sequence, pairs: z.array(PairVolume) }),
  candles: () =>
    z.object({
      kind: z.literal('candles'),
      sequence,
      pair: pairCode,
      timeframe: z.enum(timeframes),
      results: z.array(Candle),
    }),
  opened_orders: orders('opened_orders'),
  closed_orders: orders('closed_orders'),
  opened_orders_by_pair: ordersOfPair('opened_orders_by_pair'),
  closed_orders_by_pair: ordersOfPair('closed_orders_by_pair'),
  balance: () => z.object({ kind: z.literal('balance'), sequence, balance: Balance }),
  locked_balance: () => z.object({ kind: z.literal('locked_balance'), sequence, balance: Balance }),
  wallet_history: walletHistory('wallet_history'),
  wallet_history_topups: walletHistory('wallet_history_topups'),
  wallet_history_withdrawals: walletHistory('wallet_history_withdrawals'),
  wallet_history_ticker: () => z.extend(walletHistory('wallet_history_ticker')(), { ticker: coinCode }),
  // The first one after a token, perhaps with nothing in it, says that the token was accepted.
  user_notification: () =>
    z.object({ kind: z.literal('user_notification'), results: z.array(UserNotification) }),
  // A ticket changed: of its owner for them, any for staff who see them. What it says now is asked for.
  ticket: () => z.object({ kind: z.literal('ticket'), id }),
  deals: () => z.object({ kind: z.literal('deals'), results: z.array(Deal) }),
  status: () =>
    z.object({
      kind: z.literal('status'),
      maintenance: described(z.boolean(), 'True while calls that change something are refused.'),
      announced: described(z.nullable(z.string()), 'As in the answer of `status/`.'),
      markets: described(z.nullable(z.string()), 'As in the answer of `status/`.'),
    }),
  pong: () => z.object({ kind: z.literal('pong'), ping }),
  error: () =>
    z.object({
      kind: z.literal('error'),
      // Whoever reads it shows the sentence beside it. To hold the code to the list, every page would carry the list.
      code: z.string() as unknown as z.ZodMiniType<ErrorCode>,
      detail: z.string(),
      fields: z.optional(z.record(z.string(), z.string())),
      command: described(z.optional(z.string()), 'The command that was refused.'),
    }),
} satisfies Record<string, () => z.ZodMiniType<{ readonly kind: string }>>;

export type ServerMessageKind = keyof typeof makers;
export type ServerMessage = z.infer<ReturnType<(typeof makers)[ServerMessageKind]>>;

export const serverMessageKinds = Object.keys(makers) as readonly ServerMessageKind[];

const schemas = new Map<ServerMessageKind, z.ZodMiniType<ServerMessage>>();

function schemaOf(kind: ServerMessageKind): z.ZodMiniType<ServerMessage> {
  const schema = schemas.get(kind) ?? makers[kind]();
  schemas.set(kind, schema);
  return schema;
}

function kindOf(data: unknown): ServerMessageKind | null {
  const kind = typeof data === 'object' && data !== null && 'kind' in data ? data.kind : null;
  return typeof kind === 'string' && Object.hasOwn(makers, kind) ? (kind as ServerMessageKind) : null;
}

/** A message by the contract; throws what is wrong with it. */
export function parseServerMessage(data: unknown): ServerMessage {
  const kind = kindOf(data);
  if (kind === null) throw new TypeError('No kind of message that the contract knows.');
  return schemaOf(kind).parse(data);
}

/** A message by the contract, or null. A kind that only a newer server knows is simply not for the reader. */
export function readServerMessage(data: unknown): ServerMessage | null {
  const kind = kindOf(data);
  return (kind && schemaOf(kind).safeParse(data).data) ?? null;
}
