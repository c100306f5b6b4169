import type { Platform } from '#platform/platform.ts';
import { lockApproval } from './approval.ts';
import { executeApproval } from './execute.ts';
import { approve } from './vote.ts';

/** Of an installation of one person: what has waited long enough, and was neither taken back nor rejected, is carried out. */
export async function executeDue(platform: Platform, id: string): Promise<void> {
  await platform.database.kysely.transaction().execute(async (transaction) => {
    const approval = await lockApproval(transaction, id);
    if (approval?.state !== 'open' || approval.dueAt === null || approval.dueAt > platform.clock.now())
      return;
    await approve(transaction, platform, id);
  });
  await executeApproval(platform, id);
}
