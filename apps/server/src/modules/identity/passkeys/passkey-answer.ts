import type { Passkey } from '@emporion/contracts/rest';
import type { z } from 'zod';
import type { PasskeyEntry } from './passkey-store.ts';

/** A passkey as the contract has it. */
export function passkeyAnswerOf({ id, name, createdAt, lastUsedAt }: PasskeyEntry): z.infer<typeof Passkey> {
  return { id, name, created: createdAt.toISOString(), last_used: lastUsedAt?.toISOString() ?? null };
}
