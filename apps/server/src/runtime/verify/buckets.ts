import type { Bucket } from '@emporion/core';

export const holds = ['orders', 'withdrawals', 'codes'] as const satisfies readonly Bucket[];
export const buckets = ['available', ...holds] as const satisfies readonly Bucket[];
