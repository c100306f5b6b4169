import { hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '#platform/config/schema.ts';
import { seal, unseal } from '#platform/secret/sealing.ts';

/** What was promised to whom. */
const Promised = z.object({
  /** Tells this quote from every other one. */
  nonce: z.string(),
  account: z.string(),
  from: z.string(),
  to: z.string(),
  route: z.array(z.string()),
  given: z.string().transform(BigInt),
  /** What the markets do not take of the amount that was asked for. */
  unused: z.string().default('0').transform(BigInt),
  least: z.string().transform(BigInt),
  expiresAt: z.number(),
});
export type Promised = z.output<typeof Promised>;

/**
 * The quote itself, sealed: quotes are asked for every few seconds and nearly all are forgotten, so nothing is kept of them, and any process
 * can carry one out.
 */
export function quoteId(config: Pick<Config, 'secret'>, promised: Omit<Promised, 'nonce'>): string {
  const nonce = randomBytes(12).toString('base64url');
  const text = JSON.stringify({ ...promised, nonce }, (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return seal(text, sealKey(config)).toString('base64url');
}

/** Undefined for what is no quote of ours. */
export function readQuoteId(config: Pick<Config, 'secret'>, id: string): Promised | undefined {
  try {
    return Promised.parse(JSON.parse(unseal(Buffer.from(id, 'base64url'), sealKey(config))));
  } catch {
    return undefined;
  }
}

function sealKey({ secret }: Pick<Config, 'secret'>) {
  return { key: Buffer.from(hkdfSync('sha256', secret, 'emporion', 'swap:quote', 32)), context: 'quote' };
}
