import type { SigningRequest } from '@emporion/chains';
import type { Count } from '#count/count.ts';
import type { Paid } from '#count/entry.ts';
import type { Refusal } from './checks.ts';
import { hashOfSlot } from './words.ts';

/** Which withdrawals a request pays, and what lets only one transaction pay them; undefined when it names none. */
export function paidOf(request: SigningRequest): Paid | undefined {
  const withdrawals = request.payments.flatMap(({ withdrawal }) => withdrawal ?? []);
  if (withdrawals.length === 0) return undefined;
  const { terms } = request;
  return {
    ...{ withdrawals, slot: hashOfSlot(request) },
    ...(terms.family === 'tron' && { until: terms.expiration }),
  };
}

/**
 * A withdrawal is paid by transactions of which only one can be mined, whatever the server asks for: one that was brought back from an older copy does not
 * know what it has paid. Where the first one has ended by itself, whoever asks must name it: so they know of it, and can have looked whether it was mined.
 * On Tron, where a transaction says until when it can be mined, that must be over too.
 */
export function refusalOfSigned(request: SigningRequest, count: Count): Refusal | undefined {
  const paid = paidOf(request);
  if (!paid) return undefined;
  const withdrawals = paid.withdrawals.filter((withdrawal) => {
    const payer = count.payerOf(withdrawal);
    if (payer === undefined) return false;
    if (payer === 'past') return true;
    const { id, slot, until } = payer;
    const isOver = until === undefined || count.hasPassed(until);
    return slot !== paid.slot && !(isOver && request.follows?.includes(id));
  });
  if (withdrawals.length === 0) return undefined;
  const reason = 'A withdrawal was signed for before, by a transaction beside which this one could be mined.';
  return { refusal: 'withdrawal_signed', reason, withdrawals };
}
