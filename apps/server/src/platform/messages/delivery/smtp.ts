import { readMailSender } from '#platform/config/brand-values.ts';
import type { QueuedMessage } from '#platform/messages/message-store.ts';
import type { Delivery, DeliveryOutcome } from './delivery.ts';

export interface SmtpOptions {
  /** `smtps://` speaks TLS from the first byte; `smtp://` turns to TLS, which only a server on this machine may lack. */
  readonly url: string;
  readonly from: string;
  /** Where answers go. Null: to the sender. */
  readonly replyTo: string | null;
}

const connectTimeoutMs = 10_000;
const silenceTimeoutMs = 30_000;

/** What the server says of this very message; any other failure is the server's own trouble and may pass. */
const verdicts = new Set(['EENVELOPE', 'EMESSAGE']);

/** Opens a transport as mails are sent by. What it needs is read with the first mail: a demo sends none, and no start waits for it. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    // Codes and reset links must not cross a network in clear text.
    requireTLS: !isThisMachine(new URL(url).hostname),
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Connects, and logs in where the address has a user. Answers with what keeps the server from taking mails; undefined: nothing. */
export async function checkSmtp(url: string): Promise<string | undefined> {
  const transport = await openTransport(url);
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    const outcome = outcomeOf(error);
    return outcome.kind === 'delivered' ? undefined : outcome.reason;
  } finally {
    transport.close();
  }
}

export function smtpDelivery({ url, from, replyTo }: SmtpOptions): Delivery {
  return async (message, signal) => {
    const transport = await openTransport(url);
    if (signal.aborted) {
      transport.close();
      return { kind: 'postponed', reason: 'smtp aborted' };
    }
    const stop = () => transport.close();
    signal.addEventListener('abort', stop, { once: true });
    try {
      await transport.sendMail(mailOf(message, { from, replyTo }));
      return { kind: 'delivered' };
    } catch (error) {
      return outcomeOf(error);
    } finally {
      signal.removeEventListener('abort', stop);
      transport.close();
    }
  };
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

function mailOf(message: QueuedMessage, { from, replyTo }: Omit<SmtpOptions, 'url'>) {
  const { id, recipient, subject, text, html, language, created_at, unsubscribe_url } = message;
  const sender = readMailSender(from);
  const domain = sender.address.split('@')[1] ?? 'localhost';
  return {
    // As objects they are taken as one address each and never parsed as a list.
    from: sender,
    ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
    to: { name: '', address: recipient },
    subject: subject ?? '',
    text,
    ...(html === null ? {} : { html }),
    // The same on every attempt, so that a mail that did arrive the first time is recognised.
    messageId: `<${id}@${domain}>`,
    date: created_at,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': language,
      // One click in the mail program, without a page in between (RFC 8058).
      ...(unsubscribe_url && {
        'List-Unsubscribe': `<${unsubscribe_url}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}

function outcomeOf(error: unknown): DeliveryOutcome {
  const code = textOf(error, 'code') ?? 'failed';
  const status = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined;
  const answer = textOf(error, 'response');
  const reason = typeof status === 'number' ? `smtp ${status}` : `smtp ${code}`;
  const detail = answer === undefined ? {} : { detail: `smtp ${answer}` };
  // Without an answer the library itself found the envelope unusable, before it asked anybody.
  const final = verdicts.has(code) && (typeof status !== 'number' || status >= 500);
  return { kind: final ? 'refused' : 'postponed', reason, ...detail };
}

function textOf(error: unknown, property: 'code' | 'response'): string | undefined {
  if (!(error instanceof Error) || !(property in error)) return undefined;
  const value = (error as Error & Record<typeof property, unknown>)[property];
  return typeof value === 'string' ? value : undefined;
}
