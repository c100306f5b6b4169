import { liveExchange } from '#modules/trading/index.ts';
import type { ServerModule } from '#platform/module.ts';
import { addApprovalRoutes } from './approval-routes.ts';
import { awaitsMoneyByVote } from './awaited-money.ts';
import { executeDue } from './due.ts';
import { dueJob, executeApproval, executeJob } from './execute.ts';

export { voidProposalsOf } from './void-proposals.ts';

/** What needs a second person: proposed by one, voted on by another, carried out once. */
export const approvalsModule: ServerModule = {
  name: 'approvals',
  needs: [liveExchange],
  register: (app, platform) => {
    addApprovalRoutes(app, platform);
    if (!app.hasDecorator('accountHooks')) return;
    app.accountHooks.addClosingObjection(async (db, userId) =>
      (await awaitsMoneyByVote(db, userId, platform.clock.now())) ? 'account_not_empty' : undefined,
    );
  },
  jobs: {
    [executeJob]: (payload, { platform }) => executeApproval(platform, (payload as { id: string }).id),
    [dueJob]: (payload, { platform }) => executeDue(platform, (payload as { id: string }).id),
  },
};
