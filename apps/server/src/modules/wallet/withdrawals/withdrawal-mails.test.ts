import { languages } from '@emporion/i18n';
import { describe, expect, it } from 'vitest';
import { renderMail } from '#platform/messages/render-mail.ts';
import { confirmWithdrawalMail, withdrawalEvents, withdrawalMail } from './withdrawal-mails.ts';

const publicUrl = 'https://exchange.example';
const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const hash = `0x${'ab'.repeat(32)}`;
const params = {
  withdrawal: {
    coin: 'USDT',
    amount: '1234.500000000000000000',
    fee: '4',
    address,
    memo: '104729',
    holder: null,
  },
  network: 'Binance Smart Chain',
};
/** A key that has no text, or a placeholder that nobody filled. */
const unfinished = /wallet\.|\{\{|undefined/;

describe.each(languages)('the mails of withdrawals in %s', (language) => {
  it.each(withdrawalEvents)('tell that one is %s, how much and where to', (event) => {
    const mail = { language, template: withdrawalMail, params: { ...params, event, hash } };
    const { subject, text, html } = renderMail(mail, publicUrl);
    for (const part of [subject, text, html]) expect(part).not.toMatch(unfinished);
    expect(subject).toMatch(/1\D?234[.,]5 USDT/);
    for (const fact of [address, '104729', hash, 'Binance Smart Chain']) expect(text).toContain(fact);
  });

  it.each(['bank_sent', 'bank_returned'] as const)(
    'name the account of a bank for one that is %s',
    (event) => {
      const withdrawal = {
        coin: 'EUR',
        amount: '50',
        fee: '1',
        address: 'DE89370400440532013000',
        memo: null,
      };
      const sent = {
        withdrawal: { ...withdrawal, holder: 'Ana Ferreira' },
        network: 'bank',
        event,
        hash: 'P-1',
      };
      const { text } = renderMail({ language, template: withdrawalMail, params: sent }, publicUrl);
      expect(text).not.toMatch(unfinished);
      for (const fact of ['Ana Ferreira', 'DE89 3704 0044 0532 0130 00', 'P-1']) expect(text).toContain(fact);
      expect(text).not.toContain('bank\n');
    },
  );

  it('lead to the page that confirms or cancels', () => {
    const given = { ...params, token: 'a-token', minutes: 30 };
    const { subject, text } = renderMail(
      { language, template: confirmWithdrawalMail, params: given },
      publicUrl,
    );
    for (const part of [subject, text]) expect(part).not.toMatch(unfinished);
    for (const fact of [address, '104729', `${publicUrl}/account/confirm-withdrawal-request/a-token`])
      expect(text).toContain(fact);
  });
});
