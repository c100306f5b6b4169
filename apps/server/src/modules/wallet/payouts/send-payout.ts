import { ChainUnavailable, type SendOutcome, type SigningRefusal } from '@emporion/chains';
import type { Payout } from './payout.ts';
import type { PayoutNetwork } from './payout-network.ts';
import { giveBack } from './settle-payout.ts';
import { changePayout } from './store.ts';
import { type Tools, take } from './take-step.ts';

/** Refusals after which bytes of this payout may be about: then nothing is given back. */
const mayHaveSigned: readonly SigningRefusal[] = ['id_reused', 'not_a_replacement'];

/** The bytes and the id are stored before anybody else has them. A signer that is away, or has paid out its day, is asked again later. */
export async function signPayout(
  { platform, net, sign }: Tools,
  payout: Payout,
): Promise<Payout | undefined> {
  const { id, kind, network, payments, terms, replaces } = payout;
  if (kind === 'payout' && payments.some(({ coin }) => net.coins.get(coin)?.isStopped))
    return changePayout(platform.database.kysely, payout, { waitsFor: 'coin_stopped' });
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

export async function send({ platform, net }: Tools, payout: Payout): Promise<Payout | undefined> {
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
