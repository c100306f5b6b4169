import * as z from 'zod/mini';
import { languages } from '#rest/languages.ts';
import { oneLine } from '#rest/text.ts';

/**
 * What is said between the server and a provider of identity checks. Both sign what they send: HMAC-SHA256 with the secret that they share, over the time, a nonce,
 * the method, the path and the body as it is, in hexadecimal. A message counts for some minutes, for the one call that it was signed for, and its nonce once.
 */
export const timestampHeader = 'x-verification-timestamp';
export const nonceHeader = 'x-verification-nonce';
export const signatureHeader = 'x-verification-signature';

/** How far the clocks of both may be apart, and how old a message may be. */
export const messageAgeMaxSeconds = 300;

export const nonceForm = /^[A-Za-z0-9_-]{16,64}$/;

/** Everything is posted. The path is that of the call below the address of whom it is sent to, so that a proxy may put that where it likes. */
export function signedText(message: {
  readonly timestamp: string;
  readonly nonce: string;
  readonly path: string;
  readonly body: string;
}): string {
  const { timestamp, nonce, path, body } = message;
  return `${timestamp}.${nonce}.POST.${path}.${body}`;
}

/** What rows and logs can hold: whoever signs may still write anything. */
const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max), oneLine);
const day = z.iso.date().check(z.refine((value) => value >= '1900-01-01'));
/** Rows know no year 0. */
const moment = z.iso.datetime().check(z.refine((value) => value >= '1900'));
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
/** The largest that a row counts to. */
const sequenceMax = 2_147_483_647;
/** Ours: every message about it carries it. */
const application = z.uuid();

/** What somebody shows. */
export const evidenceKinds = ['document', 'selfie', 'address_proof'] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

/** What is uploaded; the back of a document is asked for where it has one. */
export const fileKinds = ['document_front', 'document_back', 'selfie', 'address_proof'] as const;
export type FileKind = (typeof fileKinds)[number];

export const fileTypes = ['image/jpeg', 'image/png', 'application/pdf'] as const;
export type FileType = (typeof fileTypes)[number];

export const fileBytesMax = 5_000_000;

/** So many days a proof of address may be old on the day on which it is handed in. */
export const addressProofDaysMax = 90;

export const documentTypes = ['passport', 'id_card', 'driving_licence'] as const;

/** What stands in the way of handing an application in, in the words of the error catalogue. */
export const evidenceProblems = [
  'document_required',
  'document_invalid',
  'document_expired',
  'selfie_required',
  'selfie_invalid',
  'address_proof_required',
  'address_proof_invalid',
] as const;
export type EvidenceProblem = (typeof evidenceProblems)[number];

/** Why somebody is not verified. Officers choose from the same list. */
export const rejectionReasons = [
  'document_unreadable',
  'document_not_accepted',
  'document_expired',
  'face_mismatch',
  'data_mismatch',
  'address_mismatch',
  'under_age',
  'suspected_fraud',
  'not_answered',
] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

/** What an officer looks at before they approve, by what is shown. */
export const officerChecks = [
  'name_matches',
  'birthday_matches',
  'document_valid',
  'face_matches',
  'address_matches',
  'address_recent',
] as const;
export type OfficerCheck = (typeof officerChecks)[number];

const checksOf: Readonly<Record<EvidenceKind, readonly OfficerCheck[]>> = {
  document: ['name_matches', 'birthday_matches', 'document_valid'],
  selfie: ['face_matches'],
  address_proof: ['address_matches', 'address_recent'],
};

/** The checklist of a level that takes this. */
export function checksFor(needs: readonly EvidenceKind[]): OfficerCheck[] {
  return officerChecks.filter((check) => needs.some((kind) => checksOf[kind].includes(check)));
}

export const OpenRequest = z.object({
  application,
  /** What somebody says of themselves: the provider compares it with what they show, and rejects what differs. */
  person: z.object({
    ...{ first_name: text(80), last_name: text(80), birthday: day, country: text(2) },
    ...{ address: text(120), city: text(80), postal_code: text(20) },
  }),
  /** A fingerprint of the person and the level, which comes back with the result: one about something else does not count. */
  declaration: hash,
  needs: z.array(z.enum(evidenceKinds)),
  /** What has to be shown once more; what was shown of it before counts no longer. */
  again: z.array(z.enum(evidenceKinds)),
  /** The newest result when that was asked; what was shown after it counts. */
  after: z.int().check(z.minimum(0), z.maximum(sequenceMax)),
  language: z.enum(languages),
});
export type OpenRequest = z.infer<typeof OpenRequest>;

/** The token is good for one application and for what its owner uploads, and for nothing else anywhere. */
export const OpenedSession = z.object({ token: text(200) });

export const Submitted = z.object({ problems: z.array(z.enum(evidenceProblems)) });

const file = z.object({
  id: text(100),
  kind: z.enum(fileKinds),
  type: z.enum(fileTypes),
  bytes: z.int().check(z.minimum(1), z.maximum(fileBytesMax)),
  sha256: hash,
});
export type ProvidedFile = z.infer<typeof file>;

export const VerificationResult = z.object({
  application,
  /** Counts what happened to the application; an event with a lower one than is known came late. */
  sequence: z.int().check(z.minimum(1), z.maximum(sequenceMax)),
  /** Of what was declared when the check was made. */
  declaration: hash,
  verdict: z.enum(['clear', 'review', 'rejected']),
  reasons: z.array(z.enum(rejectionReasons)).check(z.maxLength(rejectionReasons.length)),
  document: z.object({
    type: z.enum(documentTypes),
    number: text(40),
    /** The last day on which it counts. */
    expires: day,
    /** The moment on that day, or before it, from which on it counts no more, where the provider knows it: the document was declared void, or is one to try that with. */
    ends: z.optional(moment),
  }),
  /** The day on which the proof of address was written, where there is one. */
  address_issued: z.optional(day),
  files: z.array(file).check(z.maxLength(fileKinds.length)),
});
export type VerificationResult = z.infer<typeof VerificationResult>;

/** The same event keeps its id however often it is delivered. */
export const VerificationEvent = z.object({ id: text(100), result: VerificationResult });
export type VerificationEvent = z.infer<typeof VerificationEvent>;

/** Paths of a provider, below its address. All are posts with a signed body. */
export const verificationPaths = {
  open: '/api/applications/open',
  submit: '/api/applications/submit',
  find: '/api/applications/find',
  forget: '/api/applications/forget',
  readFile: '/api/files/read',
} as const;
