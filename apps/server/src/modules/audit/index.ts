import type { ServerModule } from '#platform/module.ts';
import { anchorAudit, anchorJob } from './anchor.ts';
import { addAuditRoutes } from './audit-routes.ts';

export { anchorAudit } from './anchor.ts';
export { eraseFromAudit } from './erase-person.ts';
export { lastActionOn } from './last-action.ts';
export { listActions } from './list-actions.ts';
export { type AuditValues, recordStaffAction, type StaffAction } from './record-action.ts';
export { makeStaffChange, type StaffCall } from './staff-change.ts';

/** What staff did: every action, chained by hashes and anchored in the journal. */
export const auditModule: ServerModule = {
  name: 'audit',
  register: addAuditRoutes,
  jobs: { [anchorJob]: (_payload, { platform }) => anchorAudit(platform) },
  cron: [{ job: anchorJob, match: '* * * * *' }],
};
