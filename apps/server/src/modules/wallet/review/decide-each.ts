import { type Origin, recordSecurityEvent } from '#modules/identity/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { book } from '../withdrawals/book.ts';
import { bookDeparture } from '../withdrawals/call-off.ts';
import type { Withdrawal } from '../withdrawals/withdrawal.ts';
import { decideWithdrawal, type HeldDecision } from './decide-withdrawals.ts';

interface Decider {
  readonly operatorId: string;
  readonly origin: Origin;
  readonly reason: string;
}

interface Outcome {
  readonly id: string;
  readonly stage: Exclude<Withdrawal['status'], 'new'> | null;
  readonly code: string | null;
}

/** Several, one after the other: whatever keeps one from being decided keeps none of the others. */
export async function decideEach(
  platform: Platform,
  { ids, ...decider }: Decider & { ids: readonly string[] },
  decision: HeldDecision,
): Promise<Outcome[]> {
  const results: Outcome[] = [];
  for (const id of ids) results.push(await decideOne(platform, { ...decider, id }, decision));
  return results;
}

async function decideOne(
  platform: Platform,
  asked: Decider & { id: string },
  decision: HeldDecision,
): Promise<Outcome> {
  const { id } = asked;
  try {
    if (decision === 'hold') await bookDeparture(platform, id);
    const decided = await platform.database.kysely
      .transaction()
      .execute((transaction) => decideWithdrawal(transaction, platform, { ...asked, decision }));
    const { status } = await book(platform, decided);
    return { id, stage: status === 'new' ? 'requested' : status, code: null };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await noteIfOwn(platform, error, asked);
    return { id, stage: null, code: error.code };
  }
}

/** Who tries with their own is in the log, with a transaction of its own: nothing else comes of the call. */
export async function noteIfOwn(
  { database }: Platform,
  error: unknown,
  { id, operatorId, origin }: Pick<Decider, 'operatorId' | 'origin'> & { id: string },
): Promise<void> {
  if (error instanceof Problem && error.code === 'own_withdrawal')
    await recordSecurityEvent(database.kysely, {
      ...{ event: 'own_withdrawal_refused', userId: operatorId, actorId: operatorId, origin },
      details: { withdrawal: id },
    });
}
