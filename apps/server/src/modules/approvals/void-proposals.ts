import { type QueryExecutorProvider, sql } from 'kysely';
import { recordStaffAction } from '#modules/audit/index.ts';
import type { Platform } from '#platform/platform.ts';

/**
 * Makes all proposals void that a person made or approved and that are not being carried out yet. A proposal whose execution has begun is left alone: its command
 * may be in the journal already. Returns how many were made void.
 */
export async function voidProposalsOf(
  transaction: QueryExecutorProvider,
  platform: Pick<Platform, 'clock'>,
  userId: string,
): Promise<number> {
  const { rows } = await sql<{ id: string; kind: string; payloadHash: string; isOwn: boolean }>`
    update approvals set state = 'voided', closed_at = ${platform.clock.now()}
    where (state = 'open' or (state = 'approved' and begun_at is null)) and (
      proposed_by = ${userId}
      or exists (select from approval_votes where approval_id = approvals.id and voter_id = ${userId} and approves)
    )
    returning id, kind, encode(payload_hash, 'hex') as "payloadHash", proposed_by = ${userId} as "isOwn"
  `.execute(transaction);
  for (const { id, kind, payloadHash, isOwn } of rows)
    await recordStaffAction(transaction, platform, {
      ...{ action: 'proposal_voided', actorId: userId, origin: null, reason: null, approvalId: id },
      ...{
        object: `proposal:${id}`,
        after: { kind, payload_hash: payloadHash, as: isOwn ? 'proposer' : 'voter' },
      },
    });
  return rows.length;
}
