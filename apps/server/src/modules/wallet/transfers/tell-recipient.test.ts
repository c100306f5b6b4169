import { languages } from '@emporion/i18n';
import { describe, expect, it } from 'vitest';
import { renderMail } from '#platform/messages/render-mail.ts';
import { receivedKinds, receivedMail } from './tell-recipient.ts';

describe.each(languages)('the mail to whoever got money, in %s', (language) => {
  it.each(receivedKinds)('tells of a %s, how much and from whom', (kind) => {
    const params = {
      ...{ kind, coin: 'USDT', amount: '1234.500000' },
      ...(kind === 'transfer' && { sender: 'quiet-otter' }),
      ...(kind === 'deposit' && { network: 'Tron' }),
    };
    const { subject, text, html } = renderMail(
      { language, template: receivedMail, params },
      'https://exchange.example',
    );
    for (const part of [subject, text, html]) expect(part).not.toMatch(/wallet\.\w|\{\{|undefined/);
    expect(subject).toMatch(/1\D?234[.,]5 USDT/);
    if (kind === 'transfer') expect(text).toContain('quiet-otter');
    if (kind === 'deposit') expect(text).toContain('Tron');
  });
});
