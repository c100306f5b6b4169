import type { Approval } from '@emporion/contracts/rest';
import type { Tone } from '#kit/badge.tsx';

export const kindNames: Readonly<Record<Approval['kind'], string>> = {
  balance_adjustment: 'Correct a balance',
  role_grant: 'Give a role',
  factor_reset: 'Reset two-factor authentication',
  market_reopening: 'Open a market',
  markets_reopening: 'Open several markets',
  market_rules: 'Change the rules of a market',
  coin_terms: 'Change the terms of a coin',
  large_payout: 'Approve a large withdrawal',
  deposit_credit: 'Credit a deposit',
  bank_credit: 'Credit a bank transfer',
  bank_account: 'Change a bank account',
  review_thresholds: 'Change when two people are needed',
  email_change: 'Change an email',
  user_erasure: 'Delete a user',
  user_limits: 'Change the limits of a user',
  fee_tiers: 'Change the fee tiers',
  level_limits: 'Change daily limits',
  withdrawal_rules: 'Change withdrawal rules',
  fiat_rate: 'Set a currency rate',
  card_refund: 'Refund a card payment',
  card_limits: 'Change card limits',
  kyc_level: 'Change a verification level',
  kyc_policy: 'Change verification rules',
  network_change: 'Correct a network',
};

/** What happens with the last vote. */
export const kindSentences: Readonly<Record<Approval['kind'], string>> = {
  balance_adjustment: 'The balance of this account is corrected, against the house’s adjustments.',
  role_grant: 'This user gets the role and has to log in again.',
  factor_reset:
    'Removes the authenticator app, passkeys, text messages and backup codes of this account. Its sessions end, and its withdrawals freeze for a day.',
  market_reopening: 'Everybody can trade in this market at once.',
  markets_reopening: 'Everybody can trade in these markets at once.',
  market_rules: 'The rules of this market change on the date below. Open orders stay as they are.',
  coin_terms:
    'Deposits that are first seen from the date below on, and withdrawals from then on, have these terms.',
  large_payout: 'This withdrawal goes into the queue and is paid out.',
  deposit_credit: 'This deposit is credited to the user.',
  bank_credit: 'This bank transfer is credited to the user.',
  review_thresholds: 'Amounts above these values need two people.',
  email_change:
    'The account moves to another email. Its sessions end, its withdrawals freeze for a day, and both addresses are notified.',
  user_erasure: 'Closes the account and erases all personal details. The ledger stays.',
  user_limits: 'This account gets limits of its own.',
  fee_tiers: 'The fee tiers change for everybody on the date below.',
  level_limits: 'Changes how much everybody can withdraw in a day.',
  withdrawal_rules: 'New rules for holding withdrawals apply from the next one on.',
  bank_account: 'Users are asked to send this currency to this account, on these terms.',
  card_refund:
    'The buyer gets this amount back to the card or account it was paid from. It comes out of their balance in that currency; the coins stay.',
  card_limits: 'Changes how much everybody can buy with cards.',
  kyc_level:
    'Applies at once, also to pending applications. A shorter validity ends verifications after 30 days at the earliest.',
  kyc_policy: 'Applies at once to verifications and to the deletion of documents.',
  network_change: 'The network uses these settings at once.',
  fiat_rate: 'One USDT is worth this much of the currency, for limits and thresholds too.',
};

export const stateTones: Readonly<Record<Approval['state'], Tone>> = {
  open: 'accent',
  approved: 'accent',
  executed: 'good',
  failed: 'bad',
  rejected: 'bad',
  withdrawn: 'plain',
  voided: 'plain',
  expired: 'warn',
};
