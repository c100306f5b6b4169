import type {
  ListedAddress,
  ReviewedDeposit,
  ReviewedWithdrawal,
  WithdrawalReview,
} from '@emporion/contracts/rest';
import { amountText } from '#kit/amount-text.ts';
import { inWords, type Tone } from '#kit/badge.tsx';
import { timeText } from '#kit/time.tsx';

type Status = ReviewedWithdrawal['status'];

export const statusTones: Readonly<Record<Status, Tone>> = {
  pending: 'warn',
  confirming: 'accent',
  completed: 'good',
  failed: 'bad',
  cancelled: 'plain',
};

/** What a withdrawal waits for or ended by, as staff say it; its owner is told it otherwise. */
export const withdrawalReasonWords: Readonly<
  Partial<Record<NonNullable<ReviewedWithdrawal['reason']>, string>>
> = {
  code: 'Waits for its code',
  link: 'Waits for the link of its mail',
  review: 'Waits for review',
  new_address: 'Its address is too new',
  withdrawals_disabled: 'Withdrawals are off',
  payouts_stopped: 'Payouts are stopped',
  payouts_frozen: 'Withdrawals of the owner are frozen',
  funds: 'Waits for funds',
  signer: 'Waits for the signer',
  node: 'Waits for the node',
  network_fee: 'The network’s fee is too high',
  cancelled_by_user: 'Cancelled by its owner',
  expired: 'Not confirmed in time',
  wrong_codes: 'Too many wrong codes',
  rejected: 'Rejected',
  refused_by_network: 'Refused by the network',
  refused_by_recipient: 'Its recipient left',
  returned_by_bank: 'Returned by the bank',
};

export const verdictWords: Readonly<Record<ListedAddress['verdict'], { word: string; tone: Tone }>> = {
  deny: { word: 'Denied', tone: 'bad' },
  allow: { word: 'Known to be good', tone: 'good' },
};

export const holdWords: Readonly<Record<ReviewedWithdrawal['hold_reasons'][number], string>> = {
  amount: 'Large amount',
  unknown_value: 'Value unknown',
  new_device: 'New device',
  velocity: 'Many requests',
  account_switched_off: 'Account switched off',
  signed_before: 'Signed before',
  staff: 'Held by staff',
};

type Risk = WithdrawalReview['risks'][number];

/** Who of the staff froze it and why; else it was a change of what protects the account. */
function frozenBy({ freeze }: WithdrawalReview['owner']): string {
  if (freeze === null) return ', after a change of what protects the account';
  return ` by ${freeze.by}${freeze.reason === null ? '' : ` (${freeze.reason})`}`;
}

/** What speaks against a withdrawal, in a sentence. */
export function riskText({ kind, actual, limit }: Risk, owner: WithdrawalReview['owner']): string {
  switch (kind) {
    case 'amount':
      return `Worth ${actual === null ? 'an unknown amount of' : amountText(actual)} USDT; above ${amountText(limit ?? '0')} USDT a person looks first.`;
    case 'unknown_value':
      return 'Nobody knows what it is worth: the coin has no market with USDT.';
    case 'new_device':
      return 'Asked for on a device that this account had not used before.';
    case 'velocity':
      return `${actual} requests in a short time; more than ${limit} are looked at.`;
    case 'account_switched_off':
      return `The account is ${actual ?? 'switched off'}.`;
    case 'signed_before':
      return 'The signer has already signed another transaction for it. Look up whether it was paid.';
    case 'staff':
      return 'Somebody of the staff put it on hold.';
    case 'new_address':
      return 'The first withdrawal of this account to this address.';
    case 'shared_address':
      return actual === '1'
        ? 'Another account has withdrawn to this address.'
        : `${actual} other accounts have withdrawn to this address.`;
    case 'shared_card':
      return actual === '1'
        ? 'A card of this account has paid in another account too.'
        : `Cards of this account have paid in ${actual} other accounts too.`;
    case 'new_account':
      return actual === '0' ? 'The account was opened today.' : `The account is ${actual} days old.`;
    case 'payouts_frozen':
      return `Payouts of this account are frozen${actual === null ? '' : ` until ${timeText(actual)}`}${frozenBy(owner)}. It cannot be approved before that ends.`;
    case 'frozen_by_owner':
      return 'Its owner has frozen the account.';
    case 'switched_off':
      return 'Withdrawals of this account are switched off.';
    case 'flagged':
      return 'The account is flagged. Read its notes before you decide.';
    case 'labelled':
      return `The account has the ${actual?.includes(', ') ? 'labels' : 'label'} ${actual}.`;
  }
}

/** Those that alone are a reason to say no. */
const grave: readonly Risk['kind'][] = [
  'signed_before',
  'shared_address',
  'shared_card',
  'payouts_frozen',
  'account_switched_off',
  'frozen_by_owner',
  'switched_off',
  'flagged',
];

export function riskTone({ kind }: Risk): Tone {
  return grave.includes(kind) ? 'bad' : 'warn';
}

const depositReasonWords: Readonly<Record<NonNullable<ReviewedDeposit['reason']>, string>> = {
  deposits_disabled: 'Deposits are switched off',
  below_minimum: 'Below the minimum',
  above_maximum: 'Above the maximum',
  unknown_token: 'Token not listed',
  account_switched_off: 'Account switched off',
  missing_memo: 'Memo missing',
  no_owner: 'No owner',
  unrecognised: 'Unrecognised',
  refused: 'Refused by the exchange',
};

export function depositReason(reason: ReviewedDeposit['reason']): string {
  return reason === null ? '–' : depositReasonWords[reason];
}

export const depositReasonOptions = Object.entries(depositReasonWords) as [string, string][];

/** Words of the payouts that programs know. */
export function waitsWord(word: string | null): string {
  return word === null ? '–' : inWords(word);
}

/** What a step of a withdrawal is called that a bank pays: nothing is built, signed or broadcast there. */
const bankStages: Readonly<Record<string, string>> = {
  queued: 'Waits to be paid by the bank',
  built: 'Taken to be paid',
  signed: 'Taken to be paid',
  broadcast: 'Sent to the bank',
  confirming: 'Sent to the bank',
  completed: 'On the statement',
};

export function stageWord({ stage, network }: { readonly stage: string; readonly network: string }): string {
  return (network === 'bank' ? bankStages[stage] : undefined) ?? inWords(stage);
}
