import type { Approval } from '@emporion/contracts/rest';
import { inWords, type Tone } from '#kit/badge.tsx';

export const kindNames: Readonly<Record<Approval['kind'], string>> = {
  balance_adjustment: 'Correct a balance',
  role_grant: 'Give a role',
  factor_reset: 'Reset the second step',
  market_reopening: 'Open a market',
  markets_reopening: 'Open several markets',
  market_rules: 'Change the rules of a market',
  large_payout: 'Let a large withdrawal go',
  deposit_credit: 'Credit a deposit',
  bank_credit: 'Credit a bank transfer',
  bank_account: 'Change a bank account',
  review_thresholds: 'Change when two people are needed',
  email_change: 'Change an e-mail address',
  user_erasure: 'Erase a person',
  user_limits: 'Change the limits of a user',
  fee_tiers: 'Change the fee tiers',
  level_limits: 'Change the limits of a day',
  withdrawal_rules: 'Change the rules of withdrawals',
  fiat_rate: 'Set the rate of a currency',
  card_refund: 'Refund a card payment',
  card_limits: 'Change the limits of card payments',
  network_change: 'Correct a network',
};

export const stateTones: Readonly<Record<Approval['state'], Tone>> = {
  open: 'accent',
  approved: 'accent',
  executed: 'good',
  failed: 'bad',
  rejected: 'bad',
  withdrawn: 'plain',
  expired: 'warn',
};

/** What is proposed, in a line. */
export function payloadLine({ payload }: Approval): string {
  return Object.entries(payload)
    .filter(([name]) => name !== 'user')
    .map(
      ([name, value]) =>
        `${inWords(name)}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
    )
    .join(' · ');
}
