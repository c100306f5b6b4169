import { ChainUnavailable, type SendOutcome, type SigningRefusal } from '@emporion/chains';
import { houseAccount } from '@emporion/core';
import type { Platform } from '#platform/platform.ts';
import { bookMovement } from '../bookings.ts';
import { book } from '../withdrawals/book.ts';
import { changeWithdrawal, listOfPayout, type WithdrawalChange } from '../withdrawals/store.ts';
import type { WithdrawalStatus } from '../withdrawals/withdrawal.ts';
import { paymentOf } from './build-payout.ts';
import type { Payout } from './payout.ts';
import { type PayoutNetwork, type Sign, toLedgerUnits } from './payout-network.ts';
import { changePayout, deletePayout, type PayoutChange } from './store.ts';

interface Tools {
  readonly platform: Platform;
  readonly net: PayoutNetwork;
  readonly sign: Sign;
}

/**
 * Takes a payout one step further, if it can be taken. Every step is written down before the next one is begun, and each may be repeated: after a crash it
 * goes on from the last one that stands.
 *
 * @returns it as it stands now; undefined when it is gone, because nothing of it was left to pay.
 */
export async function advancePayout(tools: Tools, payout: Payout): Promise<Payout | undefined> {
  switch (payout.status) {
    case 'building':
      return depart(tools, payout);
    case 'built':
      return signPayout(tools, payout);
    case 'signed':
      return send(tools, payout);
    case 'broadcast':
    case 'confirming':
      return follow(tools, payout);
    default:
      return payout.books === 'settling' ? settle(tools, payout) : payout;
  }
}

/** Tells the exchange that the money leaves. What it refuses, because the account was switched off since, stays behind. */
async function depart({ platform, net }: Tools, payout: Payout): Promise<Payout | undefined> {
  const { kysely } = platform.database;
  for (const withdrawal of await listOfPayout(kysely, payout.id)) await book(platform, withdrawal);
  const leaving = await listOfPayout(kysely, payout.id);
  if (leaving.length === 0) {
    await deletePayout(kysely, payout.id);
    return undefined;
  }
  if (leaving.some(({ books }) => books !== 'in_flight')) return payout;
  const payments = leaving.flatMap((withdrawal) => paymentOf(withdrawal, net) ?? []);
  if (payments.length !== leaving.length)
    throw new Error(`The payout ${payout.id} cannot pay all it should.`);
  const terms = await net.termsOf({ from: net.hot.path, nonce: payout.nonce, payments });
  return changePayout(kysely, payout, { status: 'built', content: { payments, terms } });
}

/** Refusals after which bytes of this payout may be about: then nothing is given back. */
const mayHaveSigned: readonly SigningRefusal[] = ['id_reused', 'not_a_replacement'];

/** The bytes and the id are stored before anybody else has them. A signer that is away, or has paid out its day, is asked again later. */
async function signPayout({ platform, sign }: Tools, payout: Payout): Promise<Payout | undefined> {
  const { id, kind, network, payments, terms, replaces } = payout;
  const request = { id, kind, network, payments, terms, ...(replaces === null ? {} : { replaces }) };
  const answer = await sign(request).catch((error: unknown) => {
    platform.log.warn({ err: error, payout: id }, 'the signer was not reached; the payout waits');
  });
  if (!answer) return changePayout(platform.database.kysely, payout, { waitsFor: 'signer' });
  if (answer.signed) {
    const { transactionId, raw } = answer;
    return take(
      platform,
      payout,
      { status: 'signed', signed: { transactionId, raw }, waitsFor: null },
      'signed',
    );
  }
  if (answer.refusal === 'day_spent')
    return changePayout(platform.database.kysely, payout, { waitsFor: 'signer_day' });
  if (mayHaveSigned.includes(answer.refusal)) {
    platform.log.error(
      { payout: id, refusal: answer.refusal },
      'the signer knows this payout otherwise: a person must look',
    );
    return changePayout(platform.database.kysely, payout, { waitsFor: 'review' });
  }
  platform.log.error(
    { payout: id, refusal: answer.refusal, reason: answer.reason },
    'the signer refused a payout',
  );
  return giveBack(platform, payout, answer.refusal);
}

async function send({ platform, net }: Tools, payout: Payout): Promise<Payout | undefined> {
  const { kysely } = platform.database;
  const { raw, transactionId } = payout;
  if (raw === null || transactionId === null) throw new Error(`The payout ${payout.id} has no bytes.`);
  const sent = await sendOrWait(net, raw);
  if (sent.outcome === 'accepted')
    return take(platform, payout, { status: 'broadcast', waitsFor: null }, 'broadcast');
  if (sent.outcome === 'later') return changePayout(kysely, payout, { waitsFor: 'node' });
  // A node may refuse what it has mined already.
  const { state } = await net.chain.stateOf(transactionId);
  if (state !== 'unknown')
    return take(platform, payout, { status: 'broadcast', waitsFor: null }, 'broadcast');
  platform.log.error({ payout: payout.id, reason: sent.reason }, 'the network refused a payout for good');
  return giveBack(platform, payout, 'transaction_failed');
}

/** A node that cannot be asked is one to ask later. */
async function sendOrWait({ chain }: PayoutNetwork, raw: string): Promise<SendOutcome> {
  try {
    return await chain.send(raw);
  } catch (error) {
    if (error instanceof ChainUnavailable) return { outcome: 'later', reason: error.message };
    throw error;
  }
}

async function follow({ platform, net }: Tools, payout: Payout): Promise<Payout | undefined> {
  const { kysely } = platform.database;
  const { transactionId, raw } = payout;
  if (transactionId === null || raw === null) throw new Error(`The payout ${payout.id} has no bytes.`);
  const found = await net.chain.stateOf(transactionId);
  if (found.state !== 'mined') {
    // Forgotten by the node, or taken back by a reorganisation: the same bytes again.
    const again = found.state === 'unknown' ? await net.chain.send(raw) : undefined;
    if (again?.outcome === 'refused')
      platform.log.error(
        { payout: payout.id, reason: again.reason },
        'a payout that was sent is refused now',
      );
    return payout.status === 'confirming'
      ? take(platform, payout, { status: 'broadcast', block: null }, 'broadcast')
      : payout;
  }
  const { block, cost, succeeded } = found;
  const confirmations = (await net.chain.tip()).height - block.height + 1;
  const mined = { block: { height: block.height, hash: block.hash }, cost };
  if (confirmations < net.confirmations)
    return take(platform, payout, { status: 'confirming', waitsFor: null, ...mined }, 'confirming');
  const standing =
    payout.status === 'confirming'
      ? payout
      : await take(platform, payout, { status: 'confirming', ...mined }, 'confirming');
  if (!standing) return undefined;
  if (!succeeded) {
    const failed = await giveBack(platform, standing, 'transaction_failed', cost);
    return failed && settle({ platform, net }, failed);
  }
  const final = await changePayout(kysely, standing, { status: 'completed', books: 'settling', ...mined });
  return final && settle({ platform, net }, final);
}

/** Final: out of flight and out of custody, and what the network took too. Of one that failed the network took its part all the same. */
async function settle(
  { platform, net }: Pick<Tools, 'platform' | 'net'>,
  payout: Payout,
): Promise<Payout | undefined> {
  const { kysely } = platform.database;
  const { id, network, payments, cost } = payout;
  const [custody, inFlight] = [houseAccount('custody', network), houseAccount('in-flight', network)];
  const reference = `payout:${id}`;
  const series = 'payout-final';
  const booking = await kysely
    .transaction()
    .execute((transaction) => bookMovement(transaction, { series, reference }));
  const ledger = (coin: string, amount: bigint): bigint => {
    const asset = net.coins.get(coin);
    if (!asset) throw new Error(`${network} has no coin ${coin} any more.`);
    return toLedgerUnits(amount, asset);
  };
  const sums = new Map<string, bigint>();
  // What goes from one of our addresses to another stays in custody.
  const isPaid = payout.status === 'completed' && payout.kind === 'payout';
  for (const { coin, amount } of isPaid ? payments : [])
    sums.set(coin, (sums.get(coin) ?? 0n) + ledger(coin, amount));
  const paid = [...sums].map(([coin, amount]) => ({ from: inFlight, to: custody, coin, amount }));
  const costs = cost !== null && cost > 0n ? [costLeg(network, net.feeCoin, ledger(net.feeCoin, cost))] : [];
  const words = { booking, reference, actor: `watcher:${network}` };
  const cause = isPaid ? 'payout' : 'network_cost';
  const legs = [...paid, ...costs];
  const result =
    legs.length === 0
      ? undefined
      : await platform.runtime.execute({ kind: 'MoveHouseMoney', cause, legs, ...words });
  if (result?.status === 'rejected')
    throw new Error(`The exchange refused to settle the payout ${id}: ${result.rejection.code}.`);
  return kysely.transaction().execute(async (transaction) => {
    for (const withdrawal of isPaid ? await listOfPayout(transaction, id) : [])
      if (withdrawal.status !== 'completed')
        await changeWithdrawal(transaction, withdrawal, {
          status: 'completed',
          books: 'settled',
          waitsFor: null,
        });
    return changePayout(transaction, payout, { books: 'settled' });
  });
}

function costLeg(network: string, coin: string, amount: bigint) {
  const costs = houseAccount('network-costs', network);
  return { from: costs, to: houseAccount('custody', network), coin, amount };
}

/** It will never arrive: what was in flight goes back to its accounts. What the network took for a failed transaction is the house's cost. */
async function giveBack(
  platform: Platform,
  payout: Payout,
  reason: string,
  cost = 0n,
): Promise<Payout | undefined> {
  const { kysely } = platform.database;
  const failed = await kysely.transaction().execute(async (transaction) => {
    for (const withdrawal of await listOfPayout(transaction, payout.id))
      await changeWithdrawal(transaction, withdrawal, {
        status: 'failed',
        books: 'returning',
        reason,
        waitsFor: null,
      });
    const books = cost > 0n ? 'settling' : 'open';
    return changePayout(transaction, payout, { status: 'failed', waitsFor: null, cost, books });
  });
  for (const withdrawal of await listOfPayout(kysely, payout.id)) await book(platform, withdrawal);
  return failed;
}

/** A step of the payout is one of all its withdrawals. */
async function take(
  { database }: Platform,
  payout: Payout,
  change: PayoutChange,
  status: WithdrawalStatus,
): Promise<Payout | undefined> {
  return database.kysely.transaction().execute(async (transaction) => {
    const step: WithdrawalChange = { status, waitsFor: change.waitsFor ?? null };
    for (const withdrawal of await listOfPayout(transaction, payout.id))
      if (withdrawal.status !== status) await changeWithdrawal(transaction, withdrawal, step);
    if (change.signed) await noteSend(transaction, { ...payout, ...change.signed });
    return changePayout(transaction, payout, change);
  });
}
