import type { Withdrawal as WireWithdrawal } from '@emporion/contracts/rest';
import { formatDecimal, parseDecimal } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import { confirmationChoices, isMailAlone } from '#modules/identity/index.ts';
import { changeOf } from '../movements/movement-amounts.ts';
import { linkResendFrom } from './send-link.ts';
import { cancellable, type Withdrawal, withdrawalStatuses } from './withdrawal.ts';
import { reasonOf } from './withdrawal-reason.ts';

const finest = 18;

interface OnChain {
  readonly waitsFor: string | null;
  readonly hash: string | null;
  readonly blockHeight: number | null;
  readonly confirmations: number;
  readonly required: number;
  readonly linkMinutes: number;
  readonly wrongCodesMax: number;
}

/** As its owner is shown it. */
export async function withdrawalOnWire(
  db: QueryExecutorProvider,
  withdrawal: Withdrawal,
): Promise<WireWithdrawal> {
  const { id, coin, network, amount, fee, address, memo, holder, status, createdAt, updatedAt } = withdrawal;
  const chain = await readOnChain(db, id);
  return {
    ...{ id, date: createdAt.toISOString(), updated: Math.floor(updatedAt.getTime() / 1_000) },
    ...{ type: 'withdrawal', currency: coin, network, amount, fee, address, memo, holder },
    change: changeOf({ direction: 'out', amount, fee }),
    status: withdrawalStatuses[status],
    reason: reasonOf(withdrawal, chain.waitsFor),
    hash: chain.hash,
    output_index: null,
    confirmations: Math.min(chain.confirmations, chain.required),
    confirmations_required: chain.required,
    block_height: chain.blockHeight,
    stage: status === 'new' ? 'requested' : status,
    client_id: withdrawal.clientId,
    total: sumOf(amount, fee),
    cancellable: cancellable.includes(status),
    internal: withdrawal.recipient !== null,
    confirmation: await missingConfirmation(db, withdrawal, chain),
  };
}

async function readOnChain(db: QueryExecutorProvider, id: string): Promise<OnChain> {
  const { rows } = await sql<OnChain>`
    select payouts.waits_for as "waitsFor", coalesce(payouts.transaction_id, bank_payouts.bank_transaction) as hash, payouts.block_height::float8 as "blockHeight",
      coalesce(greatest(tip.height - payouts.block_height + 1, 0), 0)::float8 as confirmations,
      coalesce(here.confirmations, blockchains.confirmations, 0) as required,
      policy.link_minutes as "linkMinutes", policy.wrong_codes_max as "wrongCodesMax"
    from withdrawals
    left join blockchains on blockchains.code = withdrawals.network
    left join coin_blockchains here on here.blockchain = withdrawals.network and here.coin = withdrawals.coin
    cross join withdrawal_policy policy
    left join payouts on payouts.id = withdrawals.payout_id
    left join bank_payouts on bank_payouts.withdrawal_id = withdrawals.id
    left join chain_checkpoints tip on tip.network = withdrawals.network
    where withdrawals.id = ${id}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`There is no withdrawal ${id}.`);
  return row;
}

async function missingConfirmation(
  db: QueryExecutorProvider,
  { userId, status, codeConfirmedAt, linkExpiresAt, linkSentAt, createdAt, wrongCodes }: Withdrawal,
  { linkMinutes, wrongCodesMax }: OnChain,
): Promise<WireWithdrawal['confirmation']> {
  if (status !== 'new' && status !== 'requested') return null;
  const attempts_left = Math.max(wrongCodesMax - wrongCodes, 0);
  if (codeConfirmedAt !== null)
    return {
      step: 'link',
      one_mail: false,
      methods: [],
      targets: {},
      expires: (linkExpiresAt ?? createdAt).toISOString(),
      resend_from: linkResendFrom(linkSentAt ?? codeConfirmedAt).toISOString(),
      attempts_left,
    };
  const { methods, targets } = await confirmationChoices(db, userId);
  const expires = new Date(createdAt.getTime() + linkMinutes * 60_000).toISOString();
  return {
    ...{ step: 'code', methods: [...methods], targets, expires, attempts_left },
    one_mail: isMailAlone({ methods }),
    ...(linkSentAt !== null && { resend_from: linkResendFrom(linkSentAt).toISOString() }),
  };
}

/** Decimals, added without a float between: nothing is finer than eighteen places. */
function sumOf(first: string, second: string): string {
  const units = [first, second].map((text) => {
    const parsed = parseDecimal(text, finest);
    if (!parsed.ok) throw new Error(`No decimal: ${text}.`);
    return parsed.value;
  });
  return formatDecimal(
    units.reduce((sum, each) => sum + each),
    finest,
  );
}
