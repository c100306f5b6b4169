import type { Language } from '@emporion/i18n';
import { alertMail } from '#modules/alerts/fire/alert-mail.ts';
import { receiptMail } from '#modules/cards/orders/tell-owner.ts';
import { codeMail } from '#modules/identity/mail/code-messages.ts';
import { emailChangeMail, emailRestoredMail, emailTakenMail } from '#modules/identity/mail/email-change.ts';
import { invitationMail, passwordResetMail, resetMail } from '#modules/identity/mail/password-mails.ts';
import { knownAddressMail, verifyMail } from '#modules/identity/mail/registration-mails.ts';
import { noticeEvents, securityNoticeMail } from '#modules/identity/mail/security-notice.ts';
import { disownedMail, loginMail, sessionClosedMail } from '#modules/identity/mail/session-mails.ts';
import { kycMail } from '#modules/kyc/tell.ts';
import { digestMail } from '#modules/notifications/digest/digest-mail.ts';
import { noticeMail } from '#modules/notifications/dispatch/notice-mail.ts';
import { listMail } from '#modules/notifications/lists/list-mail.ts';
import { repliedMail, receivedMail as ticketReceivedMail } from '#modules/support/tickets/ticket-mails.ts';
import { depositMail } from '#modules/wallet/deposits/deposit-mail.ts';
import { sentMail } from '#modules/wallet/transfers/sent-mail.ts';
import { receivedMail } from '#modules/wallet/transfers/tell-recipient.ts';
import {
  confirmWithdrawalMail,
  withdrawalEvents,
  withdrawalMail,
} from '#modules/wallet/withdrawals/withdrawal-mails.ts';
import { type MailBrand, type RenderedMail, renderMail } from '#platform/messages/render-mail.ts';
import type { MailTemplate } from '#platform/messages/template.ts';
import { welcomeMail } from '#platform/messages/templates/welcome.ts';

/** A mail as somebody might get it. */
export interface MailSample {
  readonly template: string;
  /** What sets it apart from others of its template. */
  readonly of: string;
  readonly render: (language: Language, brand?: MailBrand) => RenderedMail;
}

export const samplePhrase = 'tall ships';
const publicUrl = 'https://exchange.example';

function sample<Params>(template: MailTemplate<Params>, params: Params, of = ''): MailSample {
  return {
    template: template.name,
    of,
    render: (language, brand) =>
      renderMail({ language, template, params, antiPhishingPhrase: samplePhrase }, publicUrl, brand),
  };
}

const at = new Date('2026-03-02T09:30:00Z');
const until = new Date('2026-03-03T09:30:00Z');
const origin = { address: '192.0.2.17', place: 'PT', device: 'Firefox on Linux' };
const token = 'kS7tWf2bQx9Lm4Rz';
const userId = '0190c7f2-0000-7000-8000-000000000000';
const coins = { coin: 'BTC', amount: '0.25' };
const withdrawal = {
  ...{ ...coins, fee: '0.0001', memo: null, holder: null },
  address: 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh',
};
const deposit = { ...coins, network: 'Bitcoin', minimum: '0.001', transactionId: '9f2c61d8'.repeat(8) };
const alert = { pair: 'BTC-USDT', value: '64000' };
const receipt = {
  ...{ template: 'card_bought' as const, ...coins, paid: '100', currency: 'EUR', fee: '1.5' },
  ...{ system: 'cauri' as const, account: '•••• 4242', order: userId, reversed: null },
};

const gross = { coin: receipt.currency, amount: receipt.paid };
const net = { coin: receipt.currency, amount: '98.5' };
/** What a withdrawal is before there is a transaction of it on a chain. */
const unsent: readonly string[] = ['held', 'not_paid', 'rejected', 'cancelled', 'failed', 'failed_recipient'];

/** Every mail that is ever written, at least once. A test compares it with what the modules have. */
export const mailSamples: readonly MailSample[] = [
  sample(welcomeMail, { name: 'Ada' }),
  sample(verifyMail, { name: 'Ada', token, hours: 24 }),
  sample(knownAddressMail, { name: 'Ada' }),
  sample(codeMail, { code: '482913', purpose: 'login', minutes: 5 }),
  sample(
    codeMail,
    {
      ...{ code: '482913', purpose: 'confirm:withdrawal', minutes: 5 },
      facts: { ...coins, network: 'Bitcoin', address: withdrawal.address },
    },
    'withdrawal',
  ),
  sample(resetMail, { userId, token, minutes: 30 }),
  sample(invitationMail, { userId, token, name: 'Ada', hours: 72 }),
  sample(passwordResetMail, { origin, at, frozenUntil: until, token }),
  sample(emailChangeMail, { token }),
  sample(emailTakenMail, {}),
  sample(emailRestoredMail, { frozenUntil: until }),
  sample(loginMail, { token, isKnown: false, origin, at, quietUntil: until }, 'new'),
  sample(loginMail, { token, isKnown: true, origin, at }, 'known'),
  sample(sessionClosedMail, { origin, at, quietUntil: until }),
  sample(disownedMail, { userId, token, frozenUntil: until, removed: ['totp', 'passkey'] }),
  ...noticeEvents.map((event) =>
    sample(
      securityNoticeMail,
      { event, name: 'Ada', origin, at, sessionsEnded: true, payoutsFrozenUntil: until, notMeToken: token },
      event,
    ),
  ),
  sample(confirmWithdrawalMail, { withdrawal, network: 'Bitcoin', token, minutes: 30 }),
  ...withdrawalEvents.map((event) =>
    sample(
      withdrawalMail,
      {
        ...{ withdrawal, network: 'Bitcoin', event },
        hash: unsent.includes(event) || event.startsWith('bank_') ? null : deposit.transactionId,
      },
      event,
    ),
  ),
  sample(depositMail, { ...deposit, reason: undefined }, 'credited'),
  ...['deposits_disabled', 'below_minimum', 'above_maximum', 'account_switched_off', 'refused'].map(
    (reason) => sample(depositMail, { ...deposit, reason }, reason),
  ),
  sample(receivedMail, { kind: 'transfer', ...coins, sender: 'grace' }, 'transfer'),
  sample(receivedMail, { kind: 'code', ...coins }, 'code'),
  sample(receivedMail, { kind: 'deposit', ...coins, network: 'Bitcoin' }, 'deposit'),
  sample(sentMail, { kind: 'transfer', ...coins, recipient: 'grace', notMeToken: token }, 'transfer'),
  sample(sentMail, { kind: 'code', ...coins, recipient: null, notMeToken: token }, 'code'),
  sample(receiptMail, receipt),
  sample(receiptMail, { ...receipt, template: 'card_kept', ...net }, 'card_kept'),
  ...(['card_sold', 'card_sale_failed'] as const).map((template) =>
    sample(receiptMail, { ...receipt, template, ...net, paid: null }, template),
  ),
  ...(
    ['card_refunded', 'card_charged_back', 'card_charged_back_open', 'card_account_suspended'] as const
  ).map((template) => {
    const open = template.startsWith('card_charged_back_') ? '28.76' : '0';
    return sample(
      receiptMail,
      { ...receipt, ...gross, template, reversed: { taken: '71.24', open, place: 1 } },
      template,
    );
  }),
  ...(['price', 'volume'] as const).flatMap((metric) =>
    (['above', 'below'] as const).map((direction) =>
      sample(
        alertMail,
        { alert: { ...alert, metric, direction }, quote: 'USDT', reached: '64105.5', at },
        `${metric} ${direction}`,
      ),
    ),
  ),
  sample(
    kycMail,
    {
      ...{ template: 'kyc_rejected', level: 1, day: null, reasons: ['document_unreadable'], again: [] },
      note: 'The photo is too dark.',
    },
    'kyc_rejected',
  ),
  sample(
    kycMail,
    {
      template: 'kyc_more',
      level: 2,
      day: null,
      reasons: [],
      again: ['selfie', 'address_proof'],
      note: null,
    },
    'kyc_more',
  ),
  ...(
    [
      'kyc_pending',
      'kyc_approved',
      'kyc_approved_same',
      'kyc_revoked',
      'kyc_expiring',
      'kyc_expired',
    ] as const
  ).map((template) =>
    sample(kycMail, { template, level: 2, day: '2026-04-01', reasons: [], again: [], note: null }, template),
  ),
  ...[ticketReceivedMail, repliedMail].map((mail) =>
    sample(mail, { number: 1042, token, isVisitor: mail === ticketReceivedMail }),
  ),
  sample(noticeMail, {
    ...{ title: 'Order filled: BTC-USDT', link: '/trade/BTC-USDT' },
    text: 'Your order to buy 0.25 BTC at 64,000 USDT was filled.',
  }),
  sample(digestMail, {
    entries: [
      { title: 'Deposit credited', text: '0.25 BTC arrived over Bitcoin and is now in your wallet.', at },
      { title: 'BTC-USDT is up to 64,105.5', text: 'The price reached 64,105.5 USDT.', at: until },
    ],
    ...{ more: 3, timeZone: 'Europe/Lisbon' },
  }),
  ...(['newsletter', 'announcement'] as const).map((list) =>
    sample(
      listMail,
      {
        ...{ list, title: 'ETH is listed', leaveUrl: `${publicUrl}/unsubscribe/${list}/${token}` },
        text:
          list === 'announcement'
            ? 'Trading in ETH-USDT begins on Monday.\n\nDeposits are open now.'
            : 'Trading in **ETH-USDT** begins on Monday.\n\n## Until then\n\n- Deposits are open now.\n- What it costs is on the [page of fees](/fees).',
      },
      list,
    ),
  ),
];
