import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { moment } from '#rest/codes.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { uuid } from '#rest/ids.ts';
import { ShownPerson } from '#rest/kyc.ts';
import { kycStatuses } from '#rest/kyc-states.ts';
import { count } from '#rest/numbers.ts';
import { severalLines } from '#rest/text.ts';
import { unreadable } from '#rest/unreadable.ts';
import {
  documentTypes,
  evidenceKinds,
  fileKinds,
  fileTypes,
  officerChecks,
  rejectionReasons,
} from '#verification/index.ts';
import { desk, explained, keysetQuery, next } from './fields.ts';

/** `open`: with its owner. `submitted`, `checked`: with the provider. `review`: with staff. */
export const verificationStates = [
  'open',
  'submitted',
  'checked',
  'review',
  'approved',
  'rejected',
  'withdrawn',
] as const;

const hidden = 'Null: the caller may not see who people are, or it was erased.';

export const ReviewedVerification = named(
  'ReviewedVerification',
  z.object({
    id: z.uuid(),
    user: z.object({ id: z.uuid(), username: z.string() }),
    name: described(z.nullable(z.string()), hidden),
    level: count,
    state: z.enum(verificationStates),
    verdict: described(z.nullable(z.enum(['clear', 'review', 'rejected'])), 'What the provider found.'),
    submitted: z.nullable(moment),
    decided: z.nullable(moment),
    warning: described(
      z.nullable(z.object({ time: moment, reasons: z.array(z.enum(rejectionReasons)) })),
      'The provider rejected somebody who was verified already, and the account is still flagged. It counts until it is taken back.',
    ),
    claimed_by: described(
      z.nullable(z.object({ id: z.uuid(), username: z.string(), until: moment })),
      'Whoever works on it; nobody else decides on it until then.',
    ),
    unreadable,
  }),
);
export type ReviewedVerification = z.infer<typeof ReviewedVerification>;

export const VerificationDetails = named(
  'VerificationDetails',
  z.extend(ReviewedVerification, {
    kyc_state: z.enum(kycStatuses),
    verified_level: count,
    declared: described(z.nullable(ShownPerson), hidden),
    account: described(
      z.nullable(
        z.object({
          first_name: z.string(),
          last_name: z.string(),
          birthday: z.string(),
          country: z.string(),
        }),
      ),
      'What the account says of the same person.',
    ),
    document: z.nullable(
      z.object({
        type: z.enum(documentTypes),
        number: described(z.nullable(z.string()), 'Null: the caller may not see documents.'),
        expires: z.iso.date(),
      }),
    ),
    address_issued: described(
      z.nullable(z.iso.date()),
      'The day on which the proof of address was written. Null: there is none, or the provider did not say.',
    ),
    checklist: described(
      z.array(z.enum(officerChecks)),
      'What whoever approves has to have looked at: the level takes it.',
    ),
    checks: described(z.array(z.enum(officerChecks)), 'What whoever decided had looked at.'),
    reasons: z.array(z.enum(rejectionReasons)),
    note: z.nullable(z.string()),
    again: z.array(z.enum(evidenceKinds)),
    documents: described(
      z.array(
        z.object({
          ...{ id: z.uuid(), kind: z.enum(fileKinds), type: z.enum(fileTypes), bytes: count },
          viewed: described(z.boolean(), 'By the caller, who approves nothing without.'),
        }),
      ),
      'Empty: the caller may not see documents, or they were deleted.',
    ),
    documents_deleted: z.nullable(moment),
    same_document: described(
      z.array(
        z.object({
          id: z.uuid(),
          user: z.object({ id: z.uuid(), username: z.string() }),
          state: z.enum(verificationStates),
          by: z.array(z.enum(['number', 'file', 'person'])),
        }),
      ),
      'Verifications of other accounts with the same number of a document, the same file, or the same name and birthday, the newest first.',
    ),
    timeline: described(
      z.array(z.object({ time: moment, state: z.enum(verificationStates) })),
      'The oldest first.',
    ),
    own: described(z.boolean(), 'It is the caller’s own, as far as can be told: they do not decide on it.'),
  }),
);
export type VerificationDetails = z.infer<typeof VerificationDetails>;

const id = z.object({ id: uuid() });
const note = z.string().check(z.trim(), z.maxLength(500), severalLines);
const checks = described(
  z._default(z.array(z.enum(officerChecks)).check(z.maxLength(officerChecks.length)), []),
  'What you looked at and found right, of the checklist.',
);
const declined = z.strictObject({
  reasons: z.array(z.enum(rejectionReasons)).check(z.minLength(1), z.maxLength(rejectionReasons.length)),
  note: described(z._default(note, ''), 'For the owner.'),
  ...explained,
});
const decided = [
  'verification_not_found',
  'verification_decided',
  'verification_not_claimed',
  'verification_claimed',
  'own_account',
  ...confirmationErrors,
] as const;

export const verificationReviewEndpoints = {
  list: defineEndpoint({
    ...{ ...desk, access: 'verification.read', method: 'GET', path: 'admin/verifications' },
    summary:
      'List verifications, those that wait for staff longest first; `review` has those with a warning too',
    query: z.extend(keysetQuery(), {
      state: z.optional(z.enum(verificationStates)),
      mine: z.optional(z.enum(['true', 'false'])),
      user: z.optional(uuid()),
    }),
    response: z.object({ results: z.array(ReviewedVerification), next }),
  }),
  read: defineEndpoint({
    ...{ ...desk, access: 'verification.read', method: 'GET', path: 'admin/verifications/:id' },
    summary: 'Read a verification: what was declared, what the provider found, and which documents there are',
    params: id,
    response: VerificationDetails,
    errors: ['verification_not_found'],
  }),
  claim: defineEndpoint({
    ...{ ...desk, access: 'verification.decide', method: 'POST', path: 'admin/verifications/:id/claim' },
    summary: 'Take a verification, so that nobody else decides on it for a while',
    params: id,
    response: VerificationDetails,
    errors: ['verification_not_found', 'verification_decided', 'verification_claimed', 'own_account'],
  }),
  release: defineEndpoint({
    ...{ ...desk, access: 'verification.decide', method: 'POST', path: 'admin/verifications/:id/release' },
    summary: 'Give a verification back to the queue',
    params: id,
    response: VerificationDetails,
    errors: [
      'verification_not_found',
      'verification_decided',
      'verification_not_claimed',
      'verification_claimed',
      'own_account',
    ],
  }),
  viewDocument: defineEndpoint({
    ...{
      ...desk,
      access: 'users.documents',
      method: 'POST',
      path: 'admin/verifications/:id/documents/:document/view',
    },
    summary: 'See a document; each view is in the audit log',
    params: z.object({ id: uuid(), document: uuid() }),
    response: z.object({ type: z.enum(fileTypes), content: described(z.string(), 'Base64.') }),
    errors: ['verification_not_found', 'own_account'],
  }),
  approve: defineEndpoint({
    ...{ ...desk, access: 'verification.decide', method: 'POST', path: 'admin/verifications/:id/approve' },
    summary:
      'Verify the person once everything of the checklist was looked at; the limits of the level count at once',
    params: id,
    body: z.strictObject({ checks, ...explained }),
    response: VerificationDetails,
    errors: [
      ...decided,
      'verification_not_viewed',
      'document_expired',
      'document_required',
      'selfie_required',
      'address_proof_required',
    ],
  }),
  reject: defineEndpoint({
    ...{ ...desk, access: 'verification.decide', method: 'POST', path: 'admin/verifications/:id/reject' },
    summary: 'Reject the verification; its owner reads the reasons and the note',
    params: id,
    body: z.extend(declined, { checks }),
    response: VerificationDetails,
    errors: [...decided],
  }),
  revoke: defineEndpoint({
    ...{ ...desk, access: 'verification.decide', method: 'POST', path: 'admin/verifications/:id/revoke' },
    summary:
      'Take back a verification that counts; the limits fall at once, and its owner reads the reasons and the note',
    params: id,
    body: declined,
    response: VerificationDetails,
    errors: ['verification_not_found', 'verification_not_approved', 'own_account', ...confirmationErrors],
  }),
  askMore: defineEndpoint({
    ...{ ...desk, access: 'verification.decide', method: 'POST', path: 'admin/verifications/:id/ask' },
    summary: 'Ask the owner to show something once more',
    params: id,
    body: z.strictObject({
      again: z.array(z.enum(evidenceKinds)).check(z.minLength(1), z.maxLength(evidenceKinds.length)),
      note: described(z._default(note, ''), 'For the owner.'),
      ...explained,
    }),
    response: VerificationDetails,
    errors: [...decided],
  }),
} as const;
