import type { kycStatuses, userStatuses } from '@emporion/contracts/rest';
import type { Tone } from '#kit/badge.tsx';

export type Status = (typeof userStatuses)[number];
type Kyc = (typeof kycStatuses)[number];

export const statusTones: Readonly<Record<Status, Tone>> = {
  active: 'good',
  inactive: 'warn',
  suspended: 'warn',
  banned: 'bad',
  closed: 'plain',
};

/** What each status means to the account, for whoever chooses one. */
export const statusMeanings: Readonly<Record<Exclude<Status, 'closed'>, string>> = {
  active: 'Active: no restriction by status',
  inactive: 'Inactive: no login until the email is confirmed again',
  suspended: 'Suspended: can log in and look, open orders end, no trading, no withdrawals',
  banned: 'Banned: logged out everywhere, open orders end, no login',
};

export const kycTones: Readonly<Record<Kyc, Tone>> = {
  none: 'plain',
  pending: 'accent',
  approved: 'good',
  rejected: 'bad',
  expired: 'warn',
};

/** The name of somebody as far as the caller may know it. */
export function nameOf(user: {
  username: string;
  first_name: string | null;
  last_name: string | null;
}): string {
  return [user.first_name, user.last_name].filter(Boolean).join(' ') || user.username;
}
