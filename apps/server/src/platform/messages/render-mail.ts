import type { Language } from '@emporion/i18n';
import { translate } from '@emporion/i18n/server';
import { defaultSettings, type ExchangeSettings } from '#platform/settings/exchange-settings.ts';
import { mailHtml } from './mail-html.ts';
import { mailText } from './mail-text.ts';
import type { MailContent, MailTemplate, MailText, SmsTemplate } from './template.ts';

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What a mail shows of the exchange's own. */
export type MailBrand = Pick<ExchangeSettings, 'name' | 'logo' | 'accent' | 'supportEmail'>;

/** A mail's content together with the words that stand around it in every mail. */
export interface FramedMail {
  readonly language: Language;
  readonly content: MailContent;
  readonly publicUrl: string;
  readonly brand: MailBrand;
  /** Stands above everything else, where a forged mail would have to fake it. */
  readonly antiPhishingLine: string | undefined;
  readonly footerLines: readonly string[];
}

interface MailToRender<Params> {
  readonly language: Language;
  readonly template: MailTemplate<Params>;
  readonly params: Params;
  readonly antiPhishingPhrase?: string | undefined;
}

export function renderMail<Params>(
  mail: MailToRender<Params>,
  publicUrl: string,
  brand: MailBrand = defaultSettings,
): RenderedMail {
  const { language, template, params, antiPhishingPhrase } = mail;
  const text = textIn(language, brand.name);
  const content = template.compose({ text, language, publicUrl }, params);
  for (const block of content.blocks) if (block.kind === 'link') checkHref(block.href);
  if (content.leave) checkHref(content.leave.href);
  const framed: FramedMail = {
    language,
    content,
    publicUrl,
    brand,
    antiPhishingLine: antiPhishingPhrase ? text('antiPhishing', { phrase: antiPhishingPhrase }) : undefined,
    footerLines: [
      content.reason ?? text('reason'),
      text('footer'),
      ...(brand.supportEmail === null ? [] : [text('questions', { address: brand.supportEmail })]),
    ],
  };
  return { subject: content.subject, text: mailText(framed), html: mailHtml(framed) };
}

export function renderSms<Params>(
  { language, template, params }: { language: Language; template: SmsTemplate<Params>; params: Params },
  publicUrl: string,
  brand: MailBrand = defaultSettings,
): string {
  return template.compose({ text: textIn(language, brand.name), language, publicUrl }, params);
}

function textIn(language: Language, brand: string): MailText {
  return (key, params) => translate(language, `mail.${key}`, { brand, ...params });
}

/** A link that a person wrote could carry a script; ours are web addresses. */
function checkHref(href: string): void {
  const { protocol } = new URL(href);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error(`A mail may not link to ${protocol}`);
}
