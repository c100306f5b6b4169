import * as z from 'zod/mini';
import { described } from '#documented.ts';
import { errorCodes } from '#errors/index.ts';
import {
  Balance,
  BookLevel,
  Candle,
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
import { PongMessage } from '#sockets/ping.ts';

/** 0 is the whole state. Each later message of the subscription carries the next number; a gap means: subscribe again. */
const sequence = count;
const paged = { sequence, page: z.int().check(z.minimum(1)), total_pages: count };
const level = described(BookLevel, 'Price and quantity; quantity 0 removes the level.');
const id = z.string().check(z.maxLength(64));

/** A deposit or withdrawal has what its transaction has, and is told from the moment that it is seen or asked for. */
const WalletRecord = z.object({
  id,
  kind: z.string(),
  coin: coinCode,
  amount: decimalString,
  status: z.enum(transactionStatuses),
  updated: described(count, 'Epoch seconds.'),
  ...z.partial(
    z.pick(Transaction, {
      ...{
        date: true,
        network: true,
        fee: true,
        reason: true,
        hash: true,
        output_index: true,
        address: true,
      },
      ...{
        memo: true,
        confirmations: true,
        confirmations_required: true,
        block_height: true,
        internal: true,
      },
    }),
  ).shape,
});

function orders<const Kind extends string>(kind: Kind) {
  return z.object({ kind: z.literal(kind), ...paged, results: z.array(Order) });
}

function ordersOfPair<const Kind extends string>(kind: Kind) {
  return z.object({ kind: z.literal(kind), ...paged, pair: pairCode, results: z.array(Order) });
}

function walletHistory<const Kind extends string>(kind: Kind) {
  return z.object({ kind: z.literal(kind), ...paged, results: z.array(WalletRecord) });
}

export const ServerMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('stack'),
    sequence,
    pair: pairCode,
    precision: decimalString,
    bids: z.array(level),
    asks: z.array(level),
  }),
  z.object({ kind: z.literal('trades'), sequence, pair: pairCode, results: z.array(Trade) }),
  z.object({ kind: z.literal('pairs_volume'), sequence, pairs: z.array(PairVolume) }),
  z.object({
    kind: z.literal('candles'),
    sequence,
    pair: pairCode,
    timeframe: z.enum(timeframes),
    results: z.array(Candle),
  }),
  orders('opened_orders'),
  orders('closed_orders'),
  ordersOfPair('opened_orders_by_pair'),
  ordersOfPair('closed_orders_by_pair'),
  z.object({ kind: z.literal('balance'), sequence, balance: Balance }),
  z.object({ kind: z.literal('locked_balance'), sequence, balance: Balance }),
  walletHistory('wallet_history'),
  walletHistory('wallet_history_topups'),
  walletHistory('wallet_history_withdrawals'),
  z.extend(walletHistory('wallet_history_ticker'), { ticker: coinCode }),
  // The first one after a token, perhaps with nothing in it, says that the token was accepted.
  z.object({ kind: z.literal('user_notification'), results: z.array(UserNotification) }),
  z.object({ kind: z.literal('deals'), results: z.array(Deal) }),
  PongMessage,
  z.object({
    kind: z.literal('error'),
    code: z.enum(errorCodes),
    detail: z.string(),
    fields: z.optional(z.record(z.string(), z.string())),
    command: described(z.optional(z.string()), 'The command that was refused.'),
  }),
]);

export type ServerMessage = z.infer<typeof ServerMessage>;
export type ServerMessageKind = ServerMessage['kind'];
