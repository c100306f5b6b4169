import { depositReasons } from '@emporion/contracts/rest';
import { languages } from '@emporion/i18n';
import { describe, expect, it } from 'vitest';
import { renderMail, renderSms } from '#platform/messages/render-mail.ts';
import { depositMail, type ToldDepositReason } from './deposit-mails.ts';
import {
  withdrawalCodeMail,
  withdrawalCodeSms,
  withdrawalEvents,
  withdrawalLinkMail,
  withdrawalMail,
} from './withdrawal-mails.ts';

const publicUrl = 'https://exchange.example';
const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const movement = {
  coin: 'USDT',
  amount: '1234.5',
  fee: '4',
  network: 'Ethereum',
  address,
  memo: '104729',
  hash: `0x${'ab'.repeat(32)}`,
};
const told = depositReasons.filter(
  (reason): reason is ToldDepositReason => reason !== 'no_owner' && reason !== 'missing_memo',
);
/** A key that has no text, or a placeholder that nobody filled. */
const unfinished = /wallet\.|\{\{|undefined/;

describe.each(languages)('the mails of the wallet in %s', (language) => {
  it.each([undefined, ...told])('tell of a deposit, held for %s', (heldFor) => {
    const params = { ...movement, heldFor };
    const { subject, text, html } = renderMail({ language, template: depositMail, params }, publicUrl);
    for (const part of [subject, text, html]) expect(part).not.toMatch(unfinished);
    expect(subject).toContain('USDT');
    expect(text).toContain(`${publicUrl}/account/wallet/history/USDT`);
  });

  it.each(withdrawalEvents)('tell that a withdrawal is %s, and where it goes', (event) => {
    const params = { ...movement, event };
    const { subject, text, html } = renderMail({ language, template: withdrawalMail, params }, publicUrl);
    for (const part of [subject, text, html]) expect(part).not.toMatch(unfinished);
    for (const fact of [address, movement.memo, movement.hash]) expect(text).toContain(fact);
  });

  it('show what a code confirms beside it, and no code in the subject', () => {
    const params = { ...movement, code: '012345', minutes: 5 };
    const { subject, text } = renderMail({ language, template: withdrawalCodeMail, params }, publicUrl);
    const sms = renderSms({ language, template: withdrawalCodeSms, params }, publicUrl);
    for (const part of [subject, text, sms]) expect(part).not.toMatch(unfinished);
    expect(subject).not.toContain('012345');
    expect(text.indexOf(address)).toBeLessThan(text.indexOf('012345'));
    expect(sms).toContain('012345');
    expect(sms).toContain('0x529084...E4169EE7');
  });

  it('lead to the page that confirms or cancels', () => {
    const params = { ...movement, token: 'a-token', minutes: 30 };
    const { subject, text } = renderMail({ language, template: withdrawalLinkMail, params }, publicUrl);
    for (const part of [subject, text]) expect(part).not.toMatch(unfinished);
    expect(text).toContain(`${publicUrl}/account/confirm-withdrawal-request/a-token`);
    expect(text).toContain(address);
  });
});
