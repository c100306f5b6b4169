/** What somebody who takes money out is refused with for what staff require and they have not proved. */
export const unprovedErrors = [
  'two_factor_setup_required',
  'email_not_verified',
  'phone_not_verified',
  'kyc_required',
  'kyc_pending',
  'kyc_rejected',
  'kyc_expired',
] as const;
