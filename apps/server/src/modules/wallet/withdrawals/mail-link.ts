import { createHash } from 'node:crypto';
import type { QueryExecutorProvider } from 'kysely';
import { type Origin, recordSecurityEvent } from '#modules/identity/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Withdrawal } from './withdrawal.ts';

/** Whoever pressed the link of a mail. */
export interface Presser {
  /** Undefined when nobody was logged in. */
  readonly userId: string | undefined;
  readonly origin: Origin;
}

/** Only the hash of a link is kept: whoever reads the database confirms nothing with it. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * The withdrawal of a link. Its owner, logged in, is let on however it stands; whoever merely has the link, only while it waits for it: from then on they are
 * told that the link was used or is too old, and nothing of what it was for.
 *
 * @throws Problem invalid_token, link_of_another_account, withdrawal_already_confirmed, withdrawal_already_cancelled.
 */
export function requireUsableLink(
  found: Withdrawal | undefined,
  { by: { userId }, now }: { by: Presser; now: Date },
): Withdrawal {
  if (!found) throw new Problem('invalid_token');
  if (userId === found.userId) return found;
  if (userId !== undefined) throw new Problem('link_of_another_account');
  if (found.status === 'cancelled') throw new Problem('withdrawal_already_cancelled');
  if (found.status !== 'requested') throw new Problem('withdrawal_already_confirmed');
  if (!found.linkExpiresAt || found.linkExpiresAt <= now) throw new Problem('invalid_token');
  return found;
}

/** Writes down who confirmed or cancelled by the link, in the transaction in which it is done. */
export function recordPress(
  db: QueryExecutorProvider,
  {
    event,
    withdrawal: { id, userId },
    by,
  }: {
    event: 'withdrawal_link_confirmed' | 'withdrawal_link_cancelled';
    withdrawal: Pick<Withdrawal, 'id' | 'userId'>;
    by: Presser;
  },
): Promise<void> {
  return recordSecurityEvent(db, {
    ...{ event, userId, actorId: by.userId, origin: by.origin },
    details: { withdrawal: id, logged_in: by.userId !== undefined },
  });
}
