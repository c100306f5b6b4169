import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Config } from '#platform/config/schema.ts';
import { keyFor } from '../keys.ts';

/** Short, because it is what travels with every call; the refresh token renews it. */
export const accessLifeSeconds = 300;

export interface AccessClaims {
  readonly userId: string;
  readonly sessionId: string;
  readonly expiresAt: Date;
}

interface NewAccessToken {
  readonly userId: string;
  readonly sessionId: string;
  readonly issuedAt: Date;
}

const algorithm = 'HS256';
const keys = new WeakMap<object, KeyObject>();

/** The same session and second always give the same token, so that refreshes at once can answer with one pair. */
export function signAccessToken(config: Config, token: NewAccessToken): Promise<string> {
  const issued = Math.floor(token.issuedAt.getTime() / 1000);
  return new SignJWT({ sid: token.sessionId })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setSubject(token.userId)
    .setIssuedAt(issued)
    .setExpirationTime(issued + accessLifeSeconds)
    .sign(keyOf(config));
}

/** Tokens whose signature was found good; checking it anew would cost more than everything else that a small call does. */
const knownTokensMax = 10_000;
const knownTokens = new WeakMap<object, Map<string, AccessClaims>>();

/** What a token says that was found good before. Whether it has expired since, its claims tell. */
export function knownAccessToken(config: Config, token: string): AccessClaims | undefined {
  return knownTokens.get(config)?.get(token);
}

/** What a token of ours says. Undefined when it is forged, expired or something else altogether. */
export async function readAccessToken(
  config: Config,
  { token, now }: { readonly token: string; readonly now: Date },
): Promise<AccessClaims | undefined> {
  const known = knownTokens.get(config) ?? new Map<string, AccessClaims>();
  knownTokens.set(config, known);
  const seen = known.get(token);
  if (seen !== undefined) return seen.expiresAt > now ? seen : undefined;
  // Nobody is counted before it is known who calls, so what is forged must cost next to nothing.
  if (!isSigned(config, token)) return undefined;
  const payload = await verified(config, { token, now });
  if (payload === undefined) return undefined;
  const { sub, sid, exp } = payload;
  if (!isId(sub) || !isId(sid) || exp === undefined) return undefined;
  const claims = { userId: sub, sessionId: sid, expiresAt: new Date(exp * 1000) };
  // A token lives for minutes, so forgetting all of them at once costs little, and needs no order among them.
  if (known.size >= knownTokensMax) known.clear();
  known.set(token, claims);
  return claims;
}

/** What is no id is asked of no table: the database would refuse the question. */
function isId(claim: unknown): claim is string {
  return typeof claim === 'string' && idShape.test(claim);
}

const idShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function isSigned(config: Config, token: string): boolean {
  const end = token.lastIndexOf('.');
  const given = Buffer.from(token.slice(end + 1), 'base64url');
  const expected = createHmac('sha256', keyOf(config))
    .update(token.slice(0, Math.max(0, end)))
    .digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}

async function verified(
  config: Config,
  { token, now }: { readonly token: string; readonly now: Date },
): Promise<JWTPayload | undefined> {
  try {
    const { payload } = await jwtVerify(token, keyOf(config), {
      algorithms: [algorithm],
      requiredClaims: ['sub', 'sid', 'exp'],
      currentDate: now,
    });
    return payload;
  } catch {
    return undefined;
  }
}

function keyOf(config: Config): KeyObject {
  const known = keys.get(config) ?? createSecretKey(keyFor(config, 'access-token'));
  keys.set(config, known);
  return known;
}
