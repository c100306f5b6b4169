import { randomUUID } from 'node:crypto';
import { type ChainTransfer, ChainUnavailable, type Payment } from '@emporion/chains';
import { type QueryExecutorProvider, sql } from 'kysely';
import { isSamePerson } from '#modules/identity/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { areOurs } from '../addresses/house-addresses.ts';
import { paymentOf } from '../payouts/build-payout.ts';
import type { PayoutNetwork } from '../payouts/payout-network.ts';
import { payoutNetworks } from '../payouts/payout-networks.ts';
import { insertPayout, noteSend } from '../payouts/store.ts';
import { callOffPayout } from '../payouts/stuck-payouts.ts';
import { changeWithdrawal, findWithdrawal, listWaiting, lockWithdrawal } from './store.ts';
import type { Withdrawal } from './withdrawal.ts';

/** A transaction that the chain calls final, and what of ours it pays. */
export interface FoundPayment {
  readonly net: PayoutNetwork;
  readonly hash: string;
  /** The one that was asked for comes first. */
  readonly paid: readonly { readonly withdrawal: Withdrawal; readonly payment: Payment }[];
}

/**
 * Looks on the chain whether a transaction pays a withdrawal: its address, coin and amount, to the unit, out of money of ours. What somebody else has sent
 * there pays no debt of ours. With it come all others that wait and are paid by the same one, each by an output of its own.
 *
 * @throws Problem transaction_not_found, own_withdrawal, network_invalid, payment_not_found, payment_not_final, payment_not_ours, node_sync_error.
 */
export async function findPayment(
  platform: Platform,
  { id, hash, operatorId }: { id: string; hash: string; operatorId: string },
): Promise<FoundPayment> {
  const { kysely } = platform.database;
  const asked = await findWithdrawal(kysely, id);
  if (!asked) throw new Problem('transaction_not_found');
  if (await isSamePerson(kysely, { userId: operatorId, others: [asked.userId] }))
    throw new Problem('own_withdrawal');
  const net = (await payoutNetworks(platform, [asked.network])).at(0);
  if (!net) throw new Problem('network_invalid');
  try {
    const outputs = [...(await finalTransfers(net, hash))];
    const others = (await listWaiting(kysely, asked.network)).filter((each) => each.id !== id);
    const paid = [asked, ...others].flatMap((withdrawal) => {
      const payment = paymentOf(withdrawal, net);
      const at = payment ? outputs.findIndex((output) => pays(output, payment)) : -1;
      if (!payment || at < 0) return [];
      outputs.splice(at, 1);
      return [{ withdrawal, payment }];
    });
    if (paid[0]?.withdrawal.id !== id) throw new Problem('payment_not_found');
    const addresses = (await net.chain.sendersOf(hash)) ?? [];
    if (!(await areOurs(kysely, { network: net.network, addresses }))) throw new Problem('payment_not_ours');
    return { net, hash, paid };
  } catch (error) {
    if (error instanceof ChainUnavailable) throw new Problem('node_sync_error');
    throw error;
  }
}

async function finalTransfers(
  { chain, confirmations }: PayoutNetwork,
  hash: string,
): Promise<readonly ChainTransfer[]> {
  const found = await chain.stateOf(hash);
  if (found.state === 'unknown') throw new Problem('payment_not_found');
  if (found.state === 'waiting') throw new Problem('payment_not_final');
  const { height } = found.block;
  const finalHeight = (await chain.finalHeight?.()) ?? height;
  if ((await chain.tip()).height - height + 1 < confirmations || height > finalHeight)
    throw new Problem('payment_not_final');
  return found.succeeded ? ((await chain.transfersOf(hash)) ?? []) : [];
}

function pays({ to, memo, contract, amount }: ChainTransfer, payment: Payment): boolean {
  return (
    to === payment.to && memo === payment.memo && contract === payment.contract && amount === payment.amount
  );
}

/** Terms of a transaction that was made elsewhere: nothing is ever signed or replaced by them. */
const noTerms = { family: 'development', from: { branch: 1, index: 0 }, nonce: 0, fee: 0n } as const;

/**
 * Takes a transaction over as the payout of what it pays: from here on it is followed, booked and told like any other. What was to pay them before is undone
 * where it is handed to the signer. When the signer was asked for it already it may be signed at this moment: it is called off, with all that it pays.
 *
 * @throws Problem own_withdrawal, duplicate_transaction, withdrawal_already_sent, withdrawal_already_cancelled.
 */
export async function takeOver(
  transaction: QueryExecutorProvider,
  { found, operatorId, reason }: { found: FoundPayment; operatorId: string; reason: string },
): Promise<Withdrawal> {
  const { net, hash, paid } = found;
  const { network } = net;
  const owners = paid.map(({ withdrawal: { userId } }) => userId);
  if (await isSamePerson(transaction, { userId: operatorId, others: owners }))
    throw new Problem('own_withdrawal');
  const { rows: known } = await sql`
    select from chain_sends where network = ${network} and transaction_id = ${hash}
  `.execute(transaction);
  if (known.length > 0) throw new Problem('duplicate_transaction');
  const payout = await insertPayout(transaction, {
    ...{ id: randomUUID(), network, kind: 'payout', fromAddress: net.hot.address, nonce: null },
    ...{ payments: paid.map(({ payment }) => payment), terms: noTerms, transactionId: hash },
  });
  const formers = [...new Set(paid.flatMap(({ withdrawal: { payoutId } }) => payoutId ?? []))];
  // Payouts come first, as where they are handed to the signer.
  await sql`select from payouts where id = any (${formers}::uuid[]) order by id for update`.execute(
    transaction,
  );
  const taken: Withdrawal[] = [];
  for (const { withdrawal } of paid)
    taken.push(await takeWithdrawal(transaction, { seen: withdrawal, payoutId: payout.id }));
  for (const former of formers) await callOffPayout(transaction, { id: former, reason });
  await noteSend(transaction, { network, transactionId: hash, kind: 'payout' });
  // What it gave back to the house came as a deposit of nobody, and is none.
  await sql`
    delete from deposits where network = ${network} and transaction_id = ${hash} and status = 'held' and reason = 'no_owner'
  `.execute(transaction);
  const [first] = taken;
  if (!first) throw new Problem('payment_not_found');
  return first;
}

async function takeWithdrawal(
  transaction: QueryExecutorProvider,
  { seen: { id, payoutId: former }, payoutId }: { seen: Withdrawal; payoutId: string },
): Promise<Withdrawal> {
  const found = await lockWithdrawal(transaction, id);
  if (!found) throw new Problem('transaction_not_found');
  if (found.status === 'cancelled' || found.status === 'rejected')
    throw new Problem('withdrawal_already_cancelled');
  const books = found.books === 'held' ? 'leaving' : found.books;
  if (books !== 'leaving' && books !== 'in_flight') throw new Problem('withdrawal_already_sent');
  const queued =
    found.status === 'held' ? await changeWithdrawal(transaction, found, { status: 'queued' }) : found;
  // One that was put into another payout since it was looked at could be on its way.
  const isWaiting = queued?.payoutId === former && (queued.status === 'queued' || queued.status === 'built');
  const change = { status: 'built', books, payoutId, waitsFor: null } as const;
  const built = queued && isWaiting ? await changeWithdrawal(transaction, queued, change) : undefined;
  if (!built) throw new Problem('withdrawal_already_sent');
  return built;
}
