import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  messageAgeMaxSeconds,
  signatureHeader,
  signedText,
  timestampHeader,
} from '@emporion/contracts/acquirer';
import { Problem } from '#platform/http/problem.ts';

function signatureOf(secret: string, timestamp: string, body: string): Buffer {
  return createHmac('sha256', secret).update(signedText(timestamp, body)).digest();
}

/** The headers of a message to an acquirer. */
export function signedHeaders(secret: string, body: string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  return {
    [timestampHeader]: timestamp,
    [signatureHeader]: signatureOf(secret, timestamp, body).toString('hex'),
  };
}

/**
 * Refuses a message that the holder of the secret did not send, or not lately. What is sent again within that time has the id of an event that is known.
 *
 * @throws Problem missing_required_header, timestamp_too_old, invalid_signature.
 */
export function requireSigned(
  secret: string,
  { headers, body }: { headers: Readonly<Record<string, unknown>>; body: string },
  now: Date,
): void {
  const [timestamp, signature] = [headers[timestampHeader], headers[signatureHeader]];
  if (typeof timestamp !== 'string' || typeof signature !== 'string')
    throw new Problem('missing_required_header');
  const right = signatureOf(secret, timestamp, body);
  const given = Buffer.from(signature, 'hex');
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw new Problem('invalid_signature');
  if (!(Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= messageAgeMaxSeconds))
    throw new Problem('timestamp_too_old');
}
