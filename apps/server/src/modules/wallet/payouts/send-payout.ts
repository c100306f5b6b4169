import {
  ChainUnavailable,
  type SendOutcome,
  type SigningAnswer,
  type SigningRefusal,
} from '@emporion/chains';
import { SignerUnavailable } from '@emporion/chains/signer-client';
import { changeWithdrawal, listOfPayout, type WithdrawalChange } from '../withdrawals/store.ts';
import { expiredBefore } from './expired-payout.ts';
import { handOver } from './hand-over.ts';
import { isCancel, isFound, type Payout } from './payout.ts';
import type { PayoutNetwork } from './payout-network.ts';
import { findPayoutRest } from './payout-rest.ts';
import { giveBack } from './settle-payout.ts';
import { changePayout, discardPayout, listVariants, lockUnsigned } from './store.ts';
import { isCalledOff } from './stuck-payouts.ts';
import { type Tools, take } from './take-step.ts';

/** Refusals after which bytes of this payout may be about: then nothing is given back. */
const mayHaveSigned: readonly SigningRefusal[] = ['id_reused', 'not_a_replacement'];
/** Said before it is looked up whether it was signed: by a signer of another version, or after a change of its file. */
const saidUnread: readonly SigningRefusal[] = ['malformed', 'unknown_kind', 'unknown_network'];

/** The bytes and the id are stored before anybody else has them. A signer that is away is asked again later. */
export async function signPayout(tools: Tools, payout: Payout): Promise<Payout | undefined> {
  const { platform, net, sign } = tools;
  const { id, kind, network, payments, terms, replaces } = payout;
  const { kysely } = platform.database;
  // Stopped after it was built. When the signer was asked there may be bytes: it keeps its number or inputs, and is asked for the same bytes later.
  if (isStopped(payout, net) || (isFirst(payout) && (await findPayoutRest(kysely, platform))))
    return payout.askedAt === null ? backToQueue(tools, payout, { waitsFor: 'coin_stopped' }) : payout;
  // Called off since it was made: what is to take its place pays nobody.
  if (!isCancel(payout) && (await isCalledOff(kysely, payout))) {
    if (payout.root === id) return payout;
    await kysely.transaction().execute((transaction) => discardPayout(transaction, net, payout));
    return undefined;
  }
  // Written down before it is asked: its answer may be lost, and its signature not.
  const handed = await handOver(tools, payout);
  if (!handed.isToSign) return handed.payout;
  const follows = await expiredBefore(kysely, payout);
  const request = {
    ...{ id, kind, network, payments, terms },
    ...(replaces === null ? {} : { replaces }),
    ...(follows.length === 0 ? {} : { follows }),
  };
  const answer = await sign(request).catch((error: unknown) => {
    platform.log.warn({ err: error, payout: id }, 'the signer was not reached; the payout waits');
    return { wasAsked: !(error instanceof SignerUnavailable) || error.wasAsked };
  });
  if ('wasAsked' in answer) {
    const wasNeverAsked = payout.askedAt === null && !answer.wasAsked;
    return changePayout(kysely, payout, { waitsFor: 'signer', ...(wasNeverAsked && { asked: false }) });
  }
  if (!answer.signed) return refusedBySigner(tools, payout, answer);
  const { transactionId, raw } = answer;
  return take(platform, payout, { status: 'signed', signed: { transactionId, raw }, waitsFor: null });
}

/** Whether it is not to be signed for now. What replaces one that was sent goes on, for its money is on its way. */
function isStopped(payout: Payout, { coins }: PayoutNetwork): boolean {
  return isFirst(payout) && payout.payments.some(({ coin }) => coins.get(coin)?.isStopped);
}

/** Whether it pays users and replaces nothing that was sent. */
const isFirst = ({ kind, root, id }: Payout): boolean => kind === 'payout' && root === id;

/** Whether the signer may have signed it and is not asked again for now: a person must look, the coin is stopped, or its owner's payouts are frozen. */
export function isSetAside(payout: Payout, net: PayoutNetwork): boolean {
  const { status, askedAt, waitsFor } = payout;
  if (status !== 'built' || askedAt === null) return false;
  return waitsFor === 'review' || waitsFor === 'payouts_frozen' || isStopped(payout, net);
}

/** The signer says no only to what it has never signed, but for the refusals that say otherwise: so there are no bytes of this payout. */
async function refusedBySigner(
  tools: Tools,
  payout: Payout,
  { refusal, reason, withdrawals }: SigningAnswer & { signed: false },
): Promise<Payout | undefined> {
  const { platform } = tools;
  const { kysely } = platform.database;
  const words = { payout: payout.id, network: payout.network, refusal, reason };
  if (payout.root !== payout.id) {
    platform.log.error(words, 'the signer refused to replace a payout, which waits on');
    return kysely.transaction().execute(async (transaction) => {
      await discardPayout(transaction, tools.net, payout);
      const waitsFor = refusal === 'day_spent' ? 'signer_day' : 'signer_refusal';
      const [newest] = (await listVariants(transaction, payout)).filter(({ raw }) => raw !== null);
      if (newest) await changePayout(transaction, newest, { waitsFor, waitsAnew: true });
      return undefined;
    });
  }
  if (refusal === 'withdrawal_signed') {
    platform.log.error(
      { ...words, withdrawals },
      'the signer has signed another transaction for a withdrawal: look up what was paid',
    );
    return backToQueue(tools, payout, { signedBefore: withdrawals ?? [] });
  }
  if (mayHaveSigned.includes(refusal) || (payout.askedAt !== null && saidUnread.includes(refusal))) {
    platform.log.error(words, 'the signer knows this payout otherwise: a person must look');
    return changePayout(kysely, payout, { waitsFor: 'review' });
  }
  if (refusal === 'day_spent' && payout.kind === 'payout') {
    platform.log.warn(words, 'the signer has no room for it today');
    return backToQueue(tools, payout, { waitsFor: 'signer_day' });
  }
  platform.log.error(words, 'the signer refused a payout');
  return giveBack(tools, payout, { status: 'failed', reason: refusal });
}

/**
 * Nothing else waits for the signer's next day or for an operator because this one does: its number is free, and its withdrawals are tried again later. Those
 * that the signer has signed for before are held: a person looks whether they were paid.
 */
async function backToQueue(
  { platform, net }: Tools,
  payout: Payout,
  {
    waitsFor = null,
    signedBefore = [],
  }: { waitsFor?: 'signer_day' | 'coin_stopped' | null; signedBefore?: readonly string[] },
): Promise<undefined> {
  await platform.database.kysely.transaction().execute(async (transaction) => {
    await lockUnsigned(transaction, payout);
    for (const withdrawal of await listOfPayout(transaction, payout)) {
      const change: WithdrawalChange = signedBefore.includes(withdrawal.id)
        ? { status: 'held', holdReason: 'signed_before', waitsFor: null }
        : { status: 'queued', waitsFor };
      await changeWithdrawal(transaction, withdrawal, { ...change, payoutId: null });
    }
    await discardPayout(transaction, net, payout);
  });
  return undefined;
}

export async function send({ platform, net }: Tools, payout: Payout): Promise<Payout | undefined> {
  const { raw, transactionId } = payout;
  if (raw === null || transactionId === null) throw new Error(`The payout ${payout.id} has no bytes.`);
  const isAtNode = async () => (await net.chain.stateOf(transactionId)).state !== 'unknown';
  // Called off before it was sent, as far as we know: a payment to ourselves takes its place.
  if (isFound(payout) || (!isCancel(payout) && (await isCalledOff(platform.database.kysely, payout))))
    return (await isAtNode()) ? take(platform, payout, { status: 'broadcast', waitsFor: null }) : payout;
  const sent = await sendOrWait(net, raw);
  // A node may refuse what it has mined already.
  const isKnown = sent.outcome === 'accepted' || (sent.outcome === 'refused' && (await isAtNode()));
  if (isKnown) return take(platform, payout, { status: 'broadcast', waitsFor: null });
  if (sent.outcome === 'refused') return noteRefused({ platform }, payout, sent.reason);
  return changePayout(platform.database.kysely, payout, { waitsFor: 'node' });
}

/**
 * The node says that it will never take these bytes. That gives nothing back: another node may, and a payout that was given back would be paid twice. It
 * waits until its number or inputs are used by another final transaction of ours.
 */
export async function noteRefused(
  { platform }: Pick<Tools, 'platform'>,
  payout: Payout,
  reason: string,
): Promise<Payout | undefined> {
  if (payout.waitsFor !== 'refused')
    platform.log.error(
      { payout: payout.id, network: payout.network, reason },
      'the network refuses a payout that is signed: it is to be cancelled',
    );
  return changePayout(platform.database.kysely, payout, { waitsFor: 'refused' });
}

/** A node that cannot be asked is one to ask later. */
export async function sendOrWait({ chain }: PayoutNetwork, raw: string): Promise<SendOutcome> {
  try {
    return await chain.send(raw);
  } catch (error) {
    if (error instanceof ChainUnavailable) return { outcome: 'later', reason: error.message };
    throw error;
  }
}
