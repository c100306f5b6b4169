import { createHmac } from 'node:crypto';
import type { Delivery, DeliveryOutcome } from './delivery.ts';

export const smsTimeoutMs = 10_000;

/** Answers that ask for patience although they are in the range of refusals: timeout, too early, too many. */
const patience = new Set([408, 425, 429]);

/**
 * Posts text messages to a service of the operator's, as JSON.
 *
 * `x-emporion-signature` is `sha256=` and the hexadecimal HMAC-SHA-256 of `<x-emporion-timestamp>.<body>`, so the
 * service can tell that the post is ours and is not an old one. The id repeats when a post is repeated.
 */
export function smsWebhookDelivery({ url, secret }: { url: string; secret: string }): Delivery {
  return async (message, signal) => {
    const body = JSON.stringify({ id: message.id, to: message.recipient, text: message.text });
    const timestamp = String(Math.floor(Date.now() / 1000));
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'x-emporion-timestamp': timestamp,
          'x-emporion-signature': signSms({ secret, timestamp, body }),
        },
        // A redirect would carry a secret to a place that nobody configured.
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(smsTimeoutMs)]),
      });
      await answer.body?.cancel();
      return outcomeOf(answer.status);
    } catch (error) {
      return { kind: 'postponed', reason: `webhook ${failureCode(error)}` };
    }
  };
}

export function signSms({
  secret,
  timestamp,
  body,
}: {
  secret: string;
  timestamp: string;
  body: string;
}): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

function outcomeOf(status: number): DeliveryOutcome {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  const reason = `webhook ${status}`;
  if (status >= 300 && status < 500 && !patience.has(status)) return { kind: 'refused', reason };
  return { kind: 'postponed', reason };
}

/** The system's code, such as ECONNREFUSED, which `fetch` hides one level down. */
function failureCode(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  const cause = error.cause;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return error.name;
}
