import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { QueryExecutorProvider } from 'kysely';
import { z } from 'zod';
import type { Platform } from '#platform/platform.ts';
import { recordSecurityEvent } from '../audit/record.ts';
import type { Origin } from '../origins/origin.ts';
import { issueToken, spendToken, type TokenPurpose } from '../tokens/tokens.ts';
import {
  CredentialId,
  listCredentials,
  lockCredential,
  noteUse,
  type PasskeyCredential,
} from './passkey-store.ts';
import { relyingPartyOf } from './relying-party.ts';
import { webauthn } from './webauthn.ts';

export interface PasskeyQuestion {
  /** Handed back with the answer; it stands for the question, once. */
  readonly challenge: string;
  readonly options: Record<string, unknown>;
}

const lifeSeconds = 300;

const QuestionData = z.object({ challenge: z.string(), verified: z.boolean() });
const Answer = z.object({ id: CredentialId });

export interface Question {
  readonly purpose: TokenPurpose;
  /** Whose passkeys may answer. Undefined: anybody's, and the answer says who it is. */
  readonly userId?: string | undefined;
}

/** A passkey that stands alone must know its user, by finger or PIN; beside a password, holding it suffices. */
export async function askPasskey(
  db: QueryExecutorProvider,
  platform: Platform,
  { purpose, userId }: Question,
): Promise<PasskeyQuestion> {
  const credentials = userId === undefined ? [] : await listCredentials(db, userId);
  const verified = userId === undefined;
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(platform).id,
    timeout: lifeSeconds * 1_000,
    userVerification: verified ? 'required' : 'preferred',
    allowCredentials: credentials.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  });
  const data = { challenge: options.challenge, verified };
  const challenge = await issueToken(db, platform, { userId, purpose, lifeSeconds, data });
  return { challenge, options: { ...options } };
}

export interface PasskeyGiven {
  readonly purpose: TokenPurpose;
  readonly challenge: string;
  readonly answer: Record<string, unknown>;
  readonly origin: Origin;
}

/**
 * Who answered. Undefined: the question is over, or the answer is not right; the question is used up either way, so
 * let the transaction commit.
 */
export async function answerPasskey(
  db: QueryExecutorProvider,
  platform: Platform,
  { purpose, challenge, answer, origin }: PasskeyGiven,
): Promise<{ readonly userId: string } | undefined> {
  const token = await spendToken(db, platform, { token: challenge, purpose });
  const question = QuestionData.safeParse(token?.data);
  const shape = Answer.safeParse(answer);
  if (!token || !question.success || !shape.success) return undefined;
  const credential = await lockCredential(db, shape.data.id);
  if (!credential || (token.userId !== null && token.userId !== credential.userId)) return undefined;
  const counter = await verify(platform, { credential, answer, question: question.data });
  if (counter === undefined) {
    const { userId } = credential;
    await recordSecurityEvent(db, { event: 'passkey_refused', userId, origin, details: { purpose } });
    return undefined;
  }
  await noteUse(db, { id: credential.id, counter, now: platform.clock.now() });
  return { userId: credential.userId };
}

/** The passkey's new counter, when its answer is right. A counter that does not grow tells of a copied passkey. */
async function verify(
  platform: Platform,
  given: {
    credential: PasskeyCredential;
    answer: Record<string, unknown>;
    question: z.infer<typeof QuestionData>;
  },
): Promise<number | undefined> {
  const { credential, answer, question } = given;
  const party = relyingPartyOf(platform);
  const { verifyAuthenticationResponse } = await webauthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      // The library checks every part of it, and throws for the first that is amiss.
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: question.challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: question.verified,
      credential: {
        id: credential.credentialId,
        publicKey: Uint8Array.from(credential.publicKey),
        counter: Number(credential.counter),
      },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}
