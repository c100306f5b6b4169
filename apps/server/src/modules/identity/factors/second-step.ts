import type { FactorMethod } from '@emporion/contracts/rest';
import type { QueryExecutorProvider } from 'kysely';
import { enrolledFactors } from './enrolled-factors.ts';
import { maskedEmail, maskedPhone } from './masked.ts';

export { passkeyLogin, passkeyLoginOptions } from '../passkeys/passkey-login.ts';
export { type CodeVerdict, checkCode, loginPurpose, problemOfVerdict } from './check-code.ts';
export { type CodeRecipient, sendCode } from './sent-codes.ts';

export interface SecondStepChoices {
  readonly methods: FactorMethod[];
  /** Where a code would go, mostly hidden. */
  readonly targets: { sms?: string; email?: string };
}

/** The factors that are on, strongest first. No methods: none is on, and the password suffices. */
export async function secondStepOf(db: QueryExecutorProvider, userId: string): Promise<SecondStepChoices> {
  const factors = await enrolledFactors(db, userId);
  const methods: FactorMethod[] = [];
  if (factors.passkeys > 0) methods.push('passkey');
  if (factors.totp) methods.push('totp');
  if (factors.sms) methods.push('sms');
  if (factors.email) methods.push('email');
  // Backup codes stand in for a factor that is lost; alone they are none.
  if (methods.length > 0 && factors.backupCodesLeft > 0) methods.push('backup');
  return {
    methods,
    targets: {
      ...(factors.sms && factors.phone !== null && { sms: maskedPhone(factors.phone) }),
      ...(factors.email && { email: maskedEmail(factors.address) }),
    },
  };
}
