/** How far the verification of a person is. */
export const kycStatuses = ['none', 'pending', 'approved', 'rejected', 'expired'] as const;
