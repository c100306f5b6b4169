import { parseMarkdown } from '@emporion/contracts/markdown';
import { languages } from '@emporion/i18n';
import { describe, expect, it } from 'vitest';
import { renderMail } from './render-mail.ts';
import type { MailTemplate } from './template.ts';
import { welcomeMail } from './templates/welcome.ts';

const publicUrl = 'https://exchange.example';
const everyBlock: MailTemplate<{ value: string }> = {
  name: 'every-block',
  compose: (_context, { value }) => ({
    subject: `Subject ${value}`,
    preheader: value,
    blocks: [
      { kind: 'paragraph', text: value },
      { kind: 'link', label: value, href: `https://exchange.example/?q=${encodeURIComponent(value)}&b=1` },
      { kind: 'code', code: value },
      { kind: 'facts', rows: [[value, value]] },
      { kind: 'markdown', blocks: parseMarkdown(`## ${value}\n\n- **${value}**`), base: publicUrl },
    ],
  }),
};

describe('renderMail', () => {
  it('escapes what people wrote, wherever a mail can show it', () => {
    const value = `<script>"it's"</script>&`;
    const mail = {
      language: 'en',
      template: everyBlock,
      params: { value },
      antiPhishingPhrase: value,
    } as const;
    const { html, text } = renderMail(mail, publicUrl);
    expect(html).not.toContain('<script');
    expect(
      html.match(/&lt;script&gt;&quot;it&#39;s&quot;&lt;\/script&gt;&amp;/g)?.length,
    ).toBeGreaterThanOrEqual(7);
    expect(html).toContain('&amp;b=1"');
    expect(text).toContain(value);
  });

  it('writes links and codes into the plain part too', () => {
    const { text } = renderMail(
      { language: 'en', template: everyBlock, params: { value: '123456' } },
      publicUrl,
    );
    expect(text).toContain('https://exchange.example/?q=123456&b=1');
    expect(text).toContain('    123456');
    expect(text).toContain('123456: 123456');
    const french = { language: 'fr', template: everyBlock, params: { value: '123456' } } as const;
    expect(renderMail(french, publicUrl).text).toContain('123456\u00a0: 123456');
  });

  it('shows Markdown as it is meant, and in the plain part without its marks', () => {
    const written = 'News of **March**.\n\n1. One\n2. [Fees](/fees)\n\n> [Odd](javascript:alert)';
    const template: MailTemplate<object> = {
      name: 'written',
      compose: () => ({
        ...{ subject: 'News', preheader: '' },
        blocks: [{ kind: 'markdown', blocks: parseMarkdown(written), base: `${publicUrl}/account` }],
      }),
    };
    const { html, text } = renderMail({ language: 'en', template, params: {} }, publicUrl);
    expect(html).toContain('News of <strong>March</strong>.');
    expect(html).toMatch(/<ol[^>]*><li>One<\/li><li><a href="https:\/\/exchange\.example\/account\/fees"/);
    expect(html).not.toContain('href="javascript');
    expect(text).toContain('News of March.\n\n1. One\n2. Fees (https://exchange.example/account/fees)');
  });

  it('puts the anti-phishing phrase above everything else, and leaves the line out when there is none', () => {
    const mail = { language: 'en', template: everyBlock, params: { value: 'body' } } as const;
    const { text, html } = renderMail({ ...mail, antiPhishingPhrase: 'blue heron' }, publicUrl);
    expect(text.indexOf('blue heron')).toBeGreaterThanOrEqual(0);
    expect(text.indexOf('blue heron')).toBeLessThan(text.indexOf('body'));
    expect(html).toContain('blue heron');
    expect(renderMail(mail, publicUrl).text.startsWith('body')).toBe(true);
  });

  it('refuses a link that is not a web address', () => {
    const template: MailTemplate<null> = {
      name: 'bad-link',
      compose: () => ({
        subject: 'S',
        preheader: '',
        blocks: [{ kind: 'link', label: 'x', href: 'javascript:alert(1)' }],
      }),
    };
    expect(() => renderMail({ language: 'en', template, params: null }, publicUrl)).toThrow('javascript:');
  });

  it.each(languages)('has every text of the welcome mail in %s', (language) => {
    const { subject, text, html } = renderMail(
      { language, template: welcomeMail, params: { name: 'Ада' }, antiPhishingPhrase: 'heron' },
      publicUrl,
    );
    expect(`${subject}\n${text}\n${html}`).not.toMatch(/mail\.|welcome\.|\{\{/);
    expect(text).toContain('Ада');
    expect(html).toContain(`<html lang="${language}">`);
  });
});
