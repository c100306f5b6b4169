import { unprovedErrors } from '@emporion/contracts/rest';
import type { QueryExecutorProvider } from 'kysely';
import { payoutsFrozenUntil, requireProved } from '#modules/identity/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';

const unproved: ReadonlySet<string> = new Set(unprovedErrors);

/**
 * What holds for the owner at each step holds when staff let a withdrawal go. Staff are told so of the owner: the owner's own sentences speak of the reader's account.
 *
 * @throws Problem owner_payouts_frozen: a stranger may have asked for it; owner_unproved.
 */
export async function requireOwnerFree(
  db: QueryExecutorProvider,
  platform: Pick<Platform, 'clock' | 'database'>,
  userId: string,
): Promise<void> {
  if (await payoutsFrozenUntil(db, platform, userId)) throw new Problem('owner_payouts_frozen');
  try {
    await requireProved(db, platform, userId);
  } catch (error) {
    if (error instanceof Problem && unproved.has(error.code)) throw new Problem('owner_unproved');
    throw error;
  }
}
