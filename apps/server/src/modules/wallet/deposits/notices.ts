import { formatDecimal, invariant, parseDecimal } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import { findUser } from '#modules/identity/index.ts';
import type { CoinNetwork } from '#modules/markets/index.ts';
import { type NewNotification, notify } from '#modules/notifications/index.ts';
import type { Deposit } from './deposit.ts';
import { depositMail } from './deposit-mail.ts';
import { arrivedAmount } from './deposit-wire.ts';
import type { HoldReason } from './judge-deposit.ts';
import type { Settling } from './settling.ts';

/** Reasons without an account behind them are told to no user. Tokens that are not listed are no news: anybody can send any of them to anybody. */
const untold = ['missing_memo', 'no_owner', 'unknown_token'] as const;
type ToldReason = Exclude<HoldReason, (typeof untold)[number] | 'unrecognised'>;

/** Tells their owners of credited deposits. What the demo gave to its own people is no news. */
export async function noticeCredited(
  transaction: QueryExecutorProvider,
  settling: Settling,
  deposits: readonly Deposit[],
): Promise<void> {
  const gifts = await listGifts(transaction, deposits);
  for (const deposit of deposits) {
    if (gifts.has(deposit.transactionId)) continue;
    await tell(transaction, settling, {
      deposit,
      template: 'deposit_credited',
      key: `deposit:${deposit.id}`,
    });
  }
}

/**
 * Tells its owner why a deposit is held, once for each reason. Tiny amounts can be sent to anybody by anybody: they are told of once a day and coin, and
 * never by mail.
 */
export async function noticeHeld(
  transaction: QueryExecutorProvider,
  settling: Settling,
  { deposit, reason }: { deposit: Deposit; reason: HoldReason },
): Promise<void> {
  if (isUntold(reason)) return;
  // To its owner it is the same: somebody looks at it first.
  if (reason === 'unrecognised') return noticeHeld(transaction, settling, { deposit, reason: 'refused' });
  const day = settling.platform.clock.now().toISOString().slice(0, 10);
  const isCheap = reason === 'below_minimum';
  const key = isCheap
    ? `deposit:${reason}:${deposit.userId}:${deposit.network}:${deposit.coin}:${day}`
    : `deposit:${deposit.id}:${reason}`;
  await tell(transaction, settling, { deposit, template: `deposit_held_${reason}`, key, reason, isCheap });
}

function isUntold(reason: HoldReason): reason is (typeof untold)[number] {
  return untold.some((each) => each === reason);
}

interface Told extends Pick<NewNotification, 'template' | 'key'> {
  readonly deposit: Deposit;
  readonly reason?: ToldReason;
  readonly isCheap?: boolean;
}

async function tell(
  transaction: QueryExecutorProvider,
  { platform, network, networks }: Settling,
  { deposit, template, key, reason, isCheap = false }: Told,
): Promise<void> {
  const { userId, coin } = deposit;
  const listed = networks.coins.find((each) => each.network === network.code && each.coin === coin);
  const amount = listed ? amountTold(deposit, listed, reason) : '0';
  // Less than one unit of the ledger is nothing that could be credited.
  if (isCheap && amount === '0') return;
  if (userId === null || !(await findUser(transaction, userId))) return;
  const params = {
    ...{ coin: coin ?? '', network: network.name, amount },
    minimum: listed?.depositMin ?? '0',
  };
  const mail = { ...params, reason, transactionId: deposit.transactionId };
  await notify(
    transaction,
    platform,
    { userId, template, params, key, about: `deposit:${deposit.transactionId}` },
    isCheap ? 'none' : { template: depositMail, params: mail },
  );
}

/** Of a credit, what its owner has of it; of what is held, what arrived. */
function amountTold(deposit: Deposit, listed: CoinNetwork, reason: ToldReason | undefined): string {
  if (reason !== undefined) return arrivedAmount(deposit, listed);
  const { amount, fee } = deposit;
  const { ledgerDecimals } = listed;
  const [gross, taken] = [amount, fee].map((text) => parseDecimal(text ?? '0', ledgerDecimals));
  invariant(gross?.ok && taken?.ok, 'A deposit was credited with an amount that the ledger cannot keep.');
  return formatDecimal(gross.value - taken.value, ledgerDecimals);
}

async function listGifts(
  transaction: QueryExecutorProvider,
  deposits: readonly Deposit[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct transaction_id as id from development_gifts
    where transaction_id = any (${deposits.map(({ transactionId }) => transactionId)})
  `.execute(transaction);
  return new Set(rows.map(({ id }) => id));
}
