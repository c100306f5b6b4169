import type { Page } from '#app/page.ts';

export const approvalPages: readonly Page[] = [
  {
    path: 'approvals',
    title: 'Approvals',
    group: 'overview',
    capability: 'approvals.read',
    icon: 'circle-check',
    load: async () => (await import('./approvals-page.tsx')).ApprovalsPage,
  },
  {
    path: 'approvals/:id',
    title: 'Proposal',
    group: 'overview',
    capability: 'approvals.read',
    load: async () => (await import('./approval-page.tsx')).ApprovalPage,
  },
];
