import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { QueryExecutorProvider } from 'kysely';
import { z } from 'zod';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { spendHeldCode } from '../factors/backup-codes.ts';
import { issueToken, spendToken } from '../tokens/tokens.ts';
import type { PasskeyQuestion } from './passkey-question.ts';
import { CredentialId, insertPasskey, listCredentials, type PasskeyEntry } from './passkey-store.ts';
import { relyingPartyOf } from './relying-party.ts';
import { webauthn } from './webauthn.ts';

export const passkeysMax = 10;
const lifeSeconds = 600;

/** EdDSA, ES256, RS256, as COSE numbers them: what authenticators in use can do. */
const algorithms = [-8, -7, -257];

/** How an authenticator is reached. What a browser may say beyond it helps nobody. */
const Transports = z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])).max(7);

const EnrolmentData = z.object({
  challenge: z.string(),
  /** The backup code by which it was begun: it is spent when there is a passkey, for the browser may make none. */
  heldCode: z.optional(z.string()),
});

export interface PasskeyBeginning {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly heldCode?: string | undefined;
}

export async function beginPasskey(
  db: QueryExecutorProvider,
  platform: Platform,
  { userId, email, name, heldCode }: PasskeyBeginning,
): Promise<PasskeyQuestion> {
  const party = relyingPartyOf(platform);
  const known = await listCredentials(db, userId);
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex')),
    userName: email,
    userDisplayName: name,
    timeout: lifeSeconds * 1_000,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  const data: z.infer<typeof EnrolmentData> = { challenge: options.challenge, heldCode };
  const purpose = 'passkey_enrolment';
  const challenge = await issueToken(db, platform, { userId, purpose, lifeSeconds, data });
  return { challenge, options: { ...options } };
}

export interface NewPasskey {
  readonly userId: string;
  readonly challenge: string;
  readonly answer: Record<string, unknown>;
  readonly name: string;
}

/**
 * The passkey, or why there is none. The question is used up either way, so let the transaction commit.
 *
 * @throws Problem `invalid_token` when the backup code that it was begun by has been used for something else.
 */
export async function addPasskey(
  db: QueryExecutorProvider,
  platform: Platform,
  { userId, challenge, answer, name }: NewPasskey,
): Promise<PasskeyEntry | 'invalid_token' | 'wrong_data'> {
  const token = await spendToken(db, platform, { token: challenge, purpose: 'passkey_enrolment' });
  const question = EnrolmentData.safeParse(token?.data);
  if (token?.userId !== userId || !question.success) return 'invalid_token';
  const credential = await verify(platform, answer, question.data.challenge);
  if (!credential || !CredentialId.safeParse(credential.id).success) return 'wrong_data';
  const added = await insertPasskey(db, {
    userId,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: Transports.safeParse(credential.transports).data ?? [],
    name,
    createdAt: platform.clock.now(),
  });
  const { heldCode: held } = question.data;
  if (added && held !== undefined && !(await spendHeldCode(db, platform, { userId, held }))) {
    throw new Problem('invalid_token');
  }
  return added ?? 'wrong_data';
}

async function verify(platform: Platform, answer: Record<string, unknown>, expectedChallenge: string) {
  const party = relyingPartyOf(platform);
  const { verifyRegistrationResponse } = await webauthn();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      // The library checks every part of it, and throws for the first that is amiss.
      response: answer as unknown as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    });
    return registrationInfo?.credential;
  } catch {
    return undefined;
  }
}
