import type { Approval } from '@emporion/contracts/rest';
import type { Tone } from '#kit/badge.tsx';

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
  email_change: 'Change an email',
  user_erasure: 'Erase a person',
  user_limits: 'Change the limits of a user',
  fee_tiers: 'Change the fee tiers',
  level_limits: 'Change the limits of a day',
  withdrawal_rules: 'Change the rules of withdrawals',
  fiat_rate: 'Set the rate of a currency',
  card_refund: 'Refund a card payment',
  card_limits: 'Change the limits of card payments',
  kyc_level: 'Change a level of verification',
  kyc_policy: 'Change the rules of verification',
  network_change: 'Correct a network',
};

/** What happens with the last vote. */
export const kindSentences: Readonly<Record<Approval['kind'], string>> = {
  balance_adjustment: 'The balance of this account is corrected, against the house’s adjustments.',
  role_grant: 'This person gets a role, and logs in anew.',
  factor_reset:
    'App, passkeys, text messages and backup codes of this account go. Its sessions end, and its payouts freeze for a day.',
  market_reopening: 'Everybody can trade in this market at once.',
  markets_reopening: 'Everybody can trade in these markets at once.',
  market_rules: 'The rules of this market change at the moment named. Open orders stay as they are.',
  large_payout: 'This withdrawal goes into the queue and is paid out.',
  deposit_credit: 'This deposit is credited to the user.',
  bank_credit: 'This bank transfer is credited to the user.',
  review_thresholds: 'From these values on two people are needed.',
  email_change:
    'The account moves to another email. Its sessions end, its withdrawals freeze for a day, and both addresses are notified.',
  user_erasure: 'The account closes, and what tells who the person was is erased. The ledger stays.',
  user_limits: 'This account gets limits of its own.',
  fee_tiers: 'The fee tiers change for everybody at the moment named.',
  level_limits: 'What may leave within a day changes for everybody.',
  withdrawal_rules: 'Withdrawals are held by other rules, from the next one on.',
  bank_account: 'Users are told to send this currency to this account, on these terms.',
  card_refund:
    'The buyer gets so much back to where it was paid from. It comes off the balance of that currency; the coins stay.',
  card_limits: 'What may be bought with cards changes for everybody.',
  kyc_level:
    'The level takes and unlocks this at once, also for applications under way. A shorter validity ends verifications no sooner than in 30 days.',
  kyc_policy: 'Verifications are worked on and documents deleted by these rules, at once.',
  network_change: 'The network is watched and paid through by these settings, at once.',
  fiat_rate: 'One USDT is worth this much of the currency, for limits and thresholds too.',
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
