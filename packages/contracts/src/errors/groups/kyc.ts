import type { ErrorRules } from '#errors/row.ts';

/** Verification of the person behind an account. */
export const kycErrors = {
  kyc_required: { status: 403, retryable: false },
  kyc_pending: { status: 403, retryable: false },
  kyc_rejected: { status: 403, retryable: false },
  kyc_expired: { status: 403, retryable: false },
  document_required: { status: 422, retryable: false },
  document_invalid: { status: 422, retryable: false },
  document_expired: { status: 422, retryable: false },
  selfie_required: { status: 422, retryable: false },
  selfie_invalid: { status: 422, retryable: false },
  address_proof_required: { status: 422, retryable: false },
  address_proof_invalid: { status: 422, retryable: false },
} as const satisfies ErrorRules;
