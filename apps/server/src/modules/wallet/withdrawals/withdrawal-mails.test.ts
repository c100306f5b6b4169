import { languages } from '@emporion/i18n';
import { describe, expect, it } from 'vitest';
import { renderMail } from '#platform/messages/render-mail.ts';
import { confirmWithdrawalMail, withdrawalEvents, withdrawalMail } from './withdrawal-mails.ts';

const publicUrl = 'https://exchange.example';
const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const hash = `0x${'ab'.repeat(32)}`;
const params = {
  withdrawal: { coin: 'USDT', amount: '1234.500000000000000000', fee: '4', address, memo: '104729' },
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
