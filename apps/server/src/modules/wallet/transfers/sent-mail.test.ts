import { languages } from '@emporion/i18n';
import { describe, expect, it } from 'vitest';
import { renderMail } from '#platform/messages/render-mail.ts';
import { sentKinds, sentMail } from './sent-mail.ts';

describe.each(languages)('the mail to whoever sent money, in %s', (language) => {
  it.each(sentKinds)('tells of a %s, how much, to whom, and how to stop it', (kind) => {
    const recipient = kind === 'transfer' ? 'quiet-otter' : null;
    const params = { kind, coin: 'USDT', amount: '1234.500000', recipient, notMeToken: 'a-token' };
    const { subject, text, html } = renderMail(
      { language, template: sentMail, params },
      'https://exchange.example',
    );
    for (const part of [subject, text, html])
      expect(part).not.toMatch(/(wallet|identity)\.\w|\{\{|undefined/);
    expect(subject).toMatch(/1\D?234[.,]5 USDT/);
    expect(text).toContain('https://exchange.example/account/not-me/a-token');
    if (recipient !== null) expect(text).toContain(recipient);
  });
});
