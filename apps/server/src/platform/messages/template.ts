import type { Language } from '@emporion/i18n';
import type { MailMarkdown } from './mail-markdown.ts';

export type TextParams = Readonly<Record<string, string | number>>;

/** Looks a text of the area `mail` up in the reader's language; the key is given without its area. */
export type MailText = (key: string, params?: TextParams) => string;

/** What a mail is made of. Every text is plain: the frame escapes it. */
export type MailBlock =
  | { readonly kind: 'paragraph'; readonly text: string }
  | ({ readonly kind: 'markdown' } & MailMarkdown)
  /** A button, and the bare address beneath it for readers that show no buttons. */
  | { readonly kind: 'link'; readonly label: string; readonly href: string }
  /** A code to type in, large and easy to copy. */
  | { readonly kind: 'code'; readonly code: string }
  /** Labelled values, such as the amount and the address of a withdrawal. */
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] };

export interface MailContent {
  readonly subject: string;
  /** The line that mail programs show after the subject. */
  readonly preheader: string;
  /** Why the reader gets it, where that is not that they have an account. */
  readonly reason?: string;
  readonly blocks: readonly MailBlock[];
  /** The way out of a list of mails, which whoever is on it finds at the end of each. */
  readonly leave?: { readonly label: string; readonly href: string };
}

export interface TemplateContext {
  readonly text: MailText;
  readonly language: Language;
  /** The address that people open, without a slash at its end. */
  readonly publicUrl: string;
}

/** One kind of mail. A module writes its own; the name is kept with the message. */
export interface MailTemplate<Params> {
  readonly name: string;
  /** Its reader sits and waits for it: it goes before the others. */
  readonly isAwaited?: boolean;
  readonly compose: (context: TemplateContext, params: Params) => MailContent;
}

export interface SmsTemplate<Params> {
  readonly name: string;
  readonly isAwaited?: boolean;
  readonly compose: (context: TemplateContext, params: Params) => string;
}
