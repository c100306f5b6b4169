import type { KycLevelRules, ReviewedVerification, VerificationDetails } from '@emporion/contracts/rest';
import { addressProofDaysMax, type OfficerCheck } from '@emporion/contracts/verification';
import type { Tone } from '#kit/badge.tsx';

export const stateTones: Readonly<Record<ReviewedVerification['state'], Tone>> = {
  open: 'plain',
  submitted: 'plain',
  checked: 'plain',
  review: 'warn',
  approved: 'good',
  rejected: 'bad',
  withdrawn: 'plain',
};

export const verdictTones = { clear: 'good', review: 'warn', rejected: 'bad' } as const;

export const reasonWords: Readonly<Record<VerificationDetails['reasons'][number], string>> = {
  document_unreadable: 'Document is hard to read',
  document_not_accepted: 'Kind of document is not accepted',
  document_expired: 'Document has expired',
  face_mismatch: 'Selfie does not match the document',
  data_mismatch: 'Details do not match the document',
  address_mismatch: 'Address does not match its proof',
  under_age: 'Under age',
  suspected_fraud: 'Suspected fraud',
  not_answered: 'No answer in time',
};

/** The same in the words that the user reads on their page and in the email. */
export const userReasonWords: typeof reasonWords = {
  document_unreadable: 'The document is hard to read',
  document_not_accepted: 'We don’t accept this kind of document',
  document_expired: 'The document has expired',
  face_mismatch: 'The selfie doesn’t match the document',
  data_mismatch: 'Your details don’t match the document',
  address_mismatch: 'The address doesn’t match the proof of address',
  under_age: 'You must be at least 18',
  suspected_fraud: 'We couldn’t confirm that the documents are genuine',
  not_answered: 'What we asked for didn’t arrive in time',
};

/** What an officer looks at. */
export const checkWords: Readonly<Record<OfficerCheck, string>> = {
  name_matches: 'The document shows the declared name',
  birthday_matches: 'The document shows the declared date of birth',
  document_valid: 'The document is genuine, readable and not expired',
  face_matches: 'The selfie shows the person on the document',
  address_matches: 'The proof of address shows the declared name and address',
  address_recent: `The proof of address was at most ${addressProofDaysMax} days old when it was submitted`,
};

export const evidenceWords: Readonly<Record<VerificationDetails['again'][number], string>> = {
  document: 'Identity document',
  selfie: 'Selfie',
  address_proof: 'Proof of address',
};

export const fileWords: Readonly<Record<VerificationDetails['documents'][number]['kind'], string>> = {
  document_front: 'Document, front',
  document_back: 'Document, back',
  selfie: 'Selfie',
  address_proof: 'Proof of address',
};

/** What a level takes and unlocks, under the words that staff read wherever it stands. */
export function rulesInWords({
  needs,
  by_officer,
  bank_currencies,
  valid_days,
}: Omit<KycLevelRules, 'level'>): Readonly<Record<string, string>> {
  return {
    'Shown for it': needs.map((each) => evidenceWords[each]).join(', ') || 'Nothing',
    'Decided by': by_officer ? 'Staff' : 'The provider, or staff in doubt',
    'Withdrawals to a bank': bank_currencies.join(', ') || 'None',
    Valid: valid_days === null ? 'As long as the document' : `${valid_days} days`,
  };
}

/** By what another account seems to be of the same person. */
export const alikeWords = {
  ...{ number: 'same number', file: 'same file', person: 'same name and birthday' },
} as const satisfies Record<VerificationDetails['same_document'][number]['by'][number], string>;
