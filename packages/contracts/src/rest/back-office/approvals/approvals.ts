import * as z from 'zod/mini';
import { desk, explained, keysetQuery, next } from '#rest/back-office/fields.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { uuid } from '#rest/ids.ts';
import { accountPayloads, accountProposals } from './account-proposals.ts';
import { marketPayloads, marketProposals } from './market-proposals.ts';
import { moneyPayloads, moneyProposals } from './money-proposals.ts';
import { policyPayloads, policyProposals } from './policy-proposals.ts';
import { Approval, type ApprovalKindName, approvalKinds, approvalStates } from './proposal.ts';

/** What is proposed, of each kind. It never changes: another wish is another proposal. */
export const approvalPayloads = {
  ...accountPayloads,
  ...marketPayloads,
  ...moneyPayloads,
  ...policyPayloads,
} as const satisfies Record<ApprovalKindName, z.ZodMiniType>;

const id = z.object({ id: uuid({ error: 'approval_not_found' }) });

const vote = {
  ...desk,
  access: 'approvals.read',
  method: 'POST',
  params: id,
  body: z.strictObject(explained),
  response: Approval,
} as const;
const voteErrors = [
  'approval_not_found',
  'approval_expired',
  'approval_closed',
  ...confirmationErrors,
] as const;
const objections = ['own_proposal', 'own_account', 'same_person', 'already_voted'] as const;

export const approvalEndpoints = {
  list: defineEndpoint({
    ...desk,
    access: 'approvals.read',
    method: 'GET',
    path: 'admin/approvals',
    summary: 'List proposals, newest first',
    query: z.extend(keysetQuery(), {
      state: z.optional(z.enum(approvalStates)),
      kind: z.optional(z.enum(approvalKinds)),
    }),
    response: z.object({ results: z.array(Approval), next }),
  }),
  read: defineEndpoint({
    ...desk,
    access: 'approvals.read',
    method: 'GET',
    path: 'admin/approvals/:id',
    summary: 'Read one proposal',
    params: id,
    response: Approval,
    errors: ['approval_not_found'],
  }),
  ...accountProposals,
  ...marketProposals,
  ...moneyProposals,
  ...policyProposals,
  approve: defineEndpoint({
    ...vote,
    path: 'admin/approvals/:id/approve',
    summary: "Approve a proposal, with which the last vote carries it out; never one's own",
    errors: [...voteErrors, ...objections],
  }),
  reject: defineEndpoint({
    ...vote,
    path: 'admin/approvals/:id/reject',
    summary: "Reject a proposal, which ends it; never one's own",
    errors: [...voteErrors, ...objections],
  }),
  withdraw: defineEndpoint({
    ...vote,
    path: 'admin/approvals/:id/withdraw',
    summary: "Take one's own proposal back",
    errors: voteErrors,
  }),
} as const;
