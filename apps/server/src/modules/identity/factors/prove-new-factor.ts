import type { setupEndpoints } from '@emporion/contracts/rest';
import type { QueryExecutorProvider } from 'kysely';
import type { z } from 'zod/mini';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { addPasskey } from '../passkeys/passkey-enrolment.ts';
import { problemOfVerdict } from './check-code.ts';
import { checkTotp } from './totp.ts';

type Proof = z.output<typeof setupEndpoints.finish.body>['proof'];

/**
 * Turns on the factor that a link on the machine sets up, by its first code or its passkey.
 *
 * @throws Problem two_factor_invalid, two_factor_expired, two_factor_used, invalid_token, wrong_data.
 */
export async function proveNewFactor(
  transaction: QueryExecutorProvider,
  platform: Platform,
  { userId, proof }: { readonly userId: string; readonly proof: Proof },
): Promise<void> {
  if (proof.method === 'totp') {
    const verdict = await checkTotp(transaction, platform, { userId, code: proof.code, state: 'setup' });
    if (verdict !== 'right') throw problemOfVerdict(verdict);
    return;
  }
  const { challenge, answer } = proof;
  const added = await addPasskey(transaction, platform, { userId, challenge, answer, name: 'Passkey' });
  if (added === 'invalid_token' || added === 'wrong_data') throw new Problem(added);
}
