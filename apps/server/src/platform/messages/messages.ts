import type { Language } from '@emporion/i18n';
import type { QueryExecutorProvider } from 'kysely';
import type { MailTemplate, SmsTemplate } from './template.ts';

export type Channel = 'mail' | 'sms';

export interface MailRequest<Params> {
  /** One bare address. */
  readonly to: string;
  readonly language: Language;
  readonly template: MailTemplate<Params>;
  readonly params: Params;
  /** The words the reader chose, by which they know that a mail is really ours. */
  readonly antiPhishingPhrase?: string;
  /** Of a mail to a list: a post to it takes the reader off, without a login (RFC 8058). Mail programs make a button of it. */
  readonly unsubscribeUrl?: string;
}

export interface SmsRequest<Params> {
  /** A telephone number in the international form, such as `+34600000000`. */
  readonly to: string;
  readonly language: Language;
  readonly template: SmsTemplate<Params>;
  readonly params: Params;
}

export interface SendOptions {
  /** The message is sent only if this transaction commits. */
  readonly transaction?: QueryExecutorProvider;
}

/**
 * Writes messages to people. A message is a row and a job in one transaction; the job delivers it.
 * Both throw `UnsendableMessage` when the recipient or the subject could not stand in a header.
 */
export interface Messages {
  /** Answers with the message's id. */
  sendMail<Params>(mail: MailRequest<Params>, options?: SendOptions): Promise<string>;
  sendSms<Params>(sms: SmsRequest<Params>, options?: SendOptions): Promise<string>;
}
