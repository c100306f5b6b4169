import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  messageAgeMaxSeconds,
  nonceForm,
  nonceHeader,
  signatureHeader,
  signedText,
  timestampHeader,
} from '@emporion/contracts/verification';
import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';

interface Message {
  readonly path: string;
  readonly body: string;
}

function signatureOf(secret: string, message: Parameters<typeof signedText>[0]): Buffer {
  return createHmac('sha256', secret).update(signedText(message)).digest();
}

/** The headers of a message to the provider. */
export function signedHeaders(secret: string, message: Message, now: Date): Record<string, string> {
  const stamp = {
    timestamp: String(Math.floor(now.getTime() / 1_000)),
    nonce: randomBytes(16).toString('base64url'),
  };
  return {
    [timestampHeader]: stamp.timestamp,
    [nonceHeader]: stamp.nonce,
    [signatureHeader]: signatureOf(secret, { ...stamp, ...message }).toString('hex'),
  };
}

/**
 * Refuses a message that the holder of the secret did not send, or not lately.
 *
 * @returns its nonce, which whoever takes the message spends.
 * @throws Problem missing_required_header, invalid_nonce, invalid_signature, timestamp_too_old.
 */
export function requireSigned(
  secret: string,
  { headers, path, body }: Message & { headers: Readonly<Record<string, unknown>> },
  now: Date,
): string {
  const [timestamp, nonce, signature] = [timestampHeader, nonceHeader, signatureHeader].map(
    (name) => headers[name],
  );
  if (typeof timestamp !== 'string' || typeof nonce !== 'string' || typeof signature !== 'string')
    throw new Problem('missing_required_header');
  if (!nonceForm.test(nonce)) throw new Problem('invalid_nonce');
  const right = signatureOf(secret, { timestamp, nonce, path, body });
  const given = Buffer.from(signature, 'hex');
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw new Problem('invalid_signature');
  if (!(Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= messageAgeMaxSeconds))
    throw new Problem('timestamp_too_old');
  return nonce;
}

/** In the transaction of what the message changes: whoever sends the same bytes again is refused. @throws Problem invalid_nonce. */
export async function spendNonce(
  transaction: QueryExecutorProvider,
  nonce: string,
  now: Date,
): Promise<void> {
  const { rows } = await sql`
    insert into kyc_nonces (nonce, seen_at) values (${nonce}, ${now}) on conflict do nothing returning nonce
  `.execute(transaction);
  if (rows.length === 0) throw new Problem('invalid_nonce');
}

/** A message that is older than its time is refused for that, so its nonce need not be known any more. */
export async function forgetNonces(db: QueryExecutorProvider, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 3 * messageAgeMaxSeconds * 1_000);
  await sql`delete from kyc_nonces where seen_at < ${before}`.execute(db);
}
