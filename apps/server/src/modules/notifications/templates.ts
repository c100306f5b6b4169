import type { NotificationKind } from '@emporion/contracts/rest';
import { invariant } from '@emporion/kernel';

/** What a user can be told; each has a title and a text in the area `notifications` of the catalogues. */
export const notificationTemplates = [
  'order_filled_buy',
  'order_filled_sell',
  'stop_fired',
  'stop_fired_buy',
  'stop_fired_sell',
  'stop_fired_spend',
  'self_trade',
  'alert_price_above',
  'alert_price_below',
  'alert_volume_above',
  'alert_volume_below',
  'deposit_credited',
  'deposit_held_deposits_disabled',
  'deposit_held_below_minimum',
  'deposit_held_above_maximum',
  'deposit_held_unknown_token',
  'deposit_held_account_switched_off',
  'deposit_held_refused',
  'withdrawal_held',
  'withdrawal_sent',
  'withdrawal_bank_sent',
  'withdrawal_bank_completed',
  'withdrawal_bank_returned',
  'withdrawal_completed',
  'withdrawal_paid_inside',
  'withdrawal_not_paid',
  'withdrawal_rejected',
  'withdrawal_cancelled',
  'withdrawal_failed',
  'withdrawal_failed_recipient',
  'withdrawal_failed_on_chain',
  'deposit_received',
  'transfer_received',
  'code_received',
  'code_redeemed',
  'recurring_swap_done',
  'recurring_swap_skipped_balance',
  'recurring_swap_skipped_market',
  'recurring_swap_skipped_account',
  'recurring_swap_paused',
  'card_bought',
  'card_kept',
  'card_refunded',
  'card_charged_back',
  'card_charged_back_open',
  'card_account_suspended',
  'card_sold',
  'card_sale_failed',
  'security_changed',
  'security_new_login',
  'security_password_reset',
  'security_session_ended',
  'security_secured',
  'login_known',
  'kyc_pending',
  'kyc_approved',
  'kyc_approved_same',
  'kyc_rejected',
  'kyc_revoked',
  'kyc_more',
  'kyc_expiring',
  'kyc_expired',
  'ticket_replied',
  'ticket_closed',
  'announcement_made',
] as const;
export type NotificationTemplate = (typeof notificationTemplates)[number];

/** The first that a template's name begins with says what it is about. */
const kindsByBeginning: readonly (readonly [string, NotificationKind])[] = [
  ['order_', 'order'],
  ['stop_fired', 'order'],
  ['self_trade', 'order'],
  ['recurring_swap_', 'order'],
  ['alert_', 'alert'],
  ['deposit_', 'deposit'],
  ['transfer_', 'deposit'],
  ['code_', 'deposit'],
  ['card_sold', 'withdrawal'],
  ['card_sale_', 'withdrawal'],
  ['card_', 'deposit'],
  ['withdrawal_', 'withdrawal'],
  ['security_', 'security'],
  ['login_', 'login'],
  ['ticket_', 'ticket'],
  ['support_', 'ticket'],
  ['verification_', 'verification'],
  ['kyc_', 'verification'],
  ['announcement_', 'announcement'],
];

export function kindOf(template: string): NotificationKind {
  const found = kindsByBeginning.find(([beginning]) => template.startsWith(beginning));
  invariant(found, `Nobody knows what kind of notification ${template} is.`);
  return found[1];
}

const bad =
  /_(?:rejected|revoked|expired|expiring|failed|not_paid|returned|held|skipped|paused|charged_back|suspended)(?:_|$)/;

/** What did not go as its reader wanted, or will not: it is shown as a warning. */
export const isBadNews = (template: string): boolean => bad.test(template);

/** Each deal of an order is shown on the page as it happens, so that the order is filled is no news there. */
export const isShownOtherwise = (template: string): boolean => template.startsWith('order_filled');
