import { confirmedActions } from '@emporion/contracts/rest';
import { languages } from '@emporion/i18n';
import { describe, expect, it } from 'vitest';
import { renderMail, renderSms } from '#platform/messages/render-mail.ts';
import { type CodeFacts, codeMail, codeSms } from './code-messages.ts';
import { emailChangeMail, emailRestoredMail, emailTakenMail } from './email-change.ts';
import { noticeEvents, securityNoticeMail } from './security-notice.ts';

const publicUrl = 'https://exchange.example';
const purposes = [
  'login',
  'phone_check',
  'enrolment:sms',
  'enrolment:email',
  ...confirmedActions.map((action) => `confirm:${action}`),
];
const notice = {
  name: 'Theo',
  at: new Date('2026-05-01T12:00:00Z'),
  origin: { address: '203.0.113.7', place: 'PT', device: 'Firefox on Linux' },
};

describe.each(languages)('the mails about factors in %s', (language) => {
  it.each(purposes)('say what the code for %s is for, in a text message too', (purpose) => {
    const params = { code: '012345', purpose, minutes: 5 };
    const { subject, text } = renderMail({ language, template: codeMail, params }, publicUrl);
    const sms = renderSms({ language, template: codeSms, params }, publicUrl);
    expect(subject).not.toContain('012345');
    for (const part of [subject, text, sms]) expect(part).not.toMatch(/identity\.factors|\{\{/);
    expect(text).toContain('012345');
    expect(sms).toContain('012345');
  });

  it('name the money that a code confirms, in a text message within two parts', () => {
    const address = '0x52908400098527886E0F7030069857D2E4169EE7';
    const money = { coin: 'USDT', amount: '12345.678901', network: 'Ethereum' };
    const sms = (facts: CodeFacts) =>
      renderSms(
        {
          language,
          template: codeSms,
          params: { code: '012345', purpose: 'confirm:withdrawal', minutes: 5, facts },
        },
        publicUrl,
      );
    const sent = sms({ ...money, address });
    expect(sent).toContain('0x529084...E4169EE7');
    expect(sms({ ...money, recipient: 'theo' })).toContain('theo');
    for (const text of [sent, sms(money)]) {
      expect(text).toContain('012345');
      expect(text).toMatch(/12.?345[.,]678901 USDT/);
      expect(text).not.toMatch(/identity\.factors|\{\{/);
      // Two parts of a message whose letters take two bytes each.
      expect(text.length).toBeLessThanOrEqual(134);
    }
  });

  it.each(noticeEvents)('tell of %s, with the way out', (event) => {
    const params = {
      ...notice,
      event,
      sessionsEnded: true,
      payoutsFrozenUntil: new Date('2026-05-02T12:00:00Z'),
      notMeToken: 'a-token',
    };
    const { subject, text, html } = renderMail(
      { language, template: securityNoticeMail, params, antiPhishingPhrase: 'tall ships' },
      publicUrl,
    );
    for (const part of [subject, text, html]) expect(part).not.toMatch(/identity\.|\{\{/);
    for (const part of [text, html]) {
      expect(part).toContain('tall ships');
      expect(part).toContain(`${publicUrl}/account/not-me/a-token`);
      expect(part).toContain('203.0.113.7');
    }
  });

  it('say in the last of a day until when no more come', () => {
    const params = {
      ...notice,
      event: 'frozen',
      sessionsEnded: false,
      quietUntil: new Date('2027-05-02T00:00:00Z'),
    } as const;
    const { text } = renderMail({ language, template: securityNoticeMail, params }, publicUrl);
    expect(text).toContain('2027');
    expect(text).not.toMatch(/identity\.|\{\{/);
    const { text: usual } = renderMail(
      { language, template: securityNoticeMail, params: { ...params, quietUntil: undefined } },
      publicUrl,
    );
    expect(usual).not.toContain('2027');
  });

  it('link to the page that confirms a new address', () => {
    const params = { token: 'a-token' };
    const { text } = renderMail({ language, template: emailChangeMail, params }, publicUrl);
    expect(text).toContain(`${publicUrl}/account/email-change/a-token`);
    const taken = renderMail({ language, template: emailTakenMail, params: {} }, publicUrl);
    expect(taken.text).not.toMatch(/identity\.|\/email-change\//);
  });

  it('tell an address that the account has left it, without a way into it', () => {
    const params = { frozenUntil: new Date('2026-05-04T12:00:00Z') };
    const { subject, text } = renderMail({ language, template: emailRestoredMail, params }, publicUrl);
    for (const part of [subject, text]) expect(part).not.toMatch(/identity\.|\{\{|\/not-me\//);
    expect(text).toContain('2026');
  });
});

it('shows a name with markup in it as text', () => {
  const params = { ...notice, name: '<img src=x>', event: 'frozen', sessionsEnded: false } as const;
  const { html } = renderMail({ language: 'en', template: securityNoticeMail, params }, publicUrl);
  expect(html).not.toContain('<img');
});
