import { randomUUID } from 'node:crypto';
import { apiBase } from '@emporion/contracts/rest';
import { invariant } from '@emporion/kernel';
import { generateSync } from 'otplib';
import type { App } from '#platform/http/app.ts';
import type { Platform } from '#platform/platform.ts';
import { knownAs } from '../passwords/hashing-line.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { signAccessToken } from '../sessions/access-token.ts';
import { openSession } from '../sessions/open-session.ts';
import { createUser } from '../users/create-user.ts';
import { findUser, type User } from '../users/users.ts';
import type { Answer } from './people-app.ts';

export const password = 'Bright-Harbour-42';
let passwordHash: Promise<string> | undefined;

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly sessionId: string;
  /** Calls as this person, with a token of the moment. */
  call(method: Method, path: string, body?: unknown): Promise<{ status: number; body: Answer }>;
  /** Opens another session and answers its id. */
  openSession(): Promise<string>;
  callFrom(
    sessionId: string,
    method: Method,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: Answer }>;
  account(): Promise<User>;
  /** The code that their authenticator app shows now. */
  totpCode(secret: string): string;
}

const origin = { address: '203.0.113.7', place: 'PT', device: 'Firefox on Linux' };

/** A verified account with an open session. */
export async function createPerson(
  app: App,
  platform: Platform,
  details: { firstName?: string; phone?: string; language?: 'en' | 'ru' } = {},
): Promise<Person> {
  const { firstName = 'Theo', phone = null, language = 'en' } = details;
  const { clock, config, database } = platform;
  const db = database.kysely;
  const email = `${randomUUID().slice(0, 8)}@example.org`;
  passwordHash ??= hashPassword(password, knownAs('test'));
  const id = await createUser(db, {
    email,
    passwordHash: await passwordHash,
    firstName,
    lastName: 'Trader',
    country: 'PT',
    birthday: '1990-05-17',
    language,
    phone,
    acceptedAt: clock.now(),
    createdAt: clock.now(),
  });
  invariant(id !== undefined, 'the address is taken');

  async function account(): Promise<User> {
    const user = await findUser(db, id ?? '');
    invariant(user !== undefined, 'the account is gone');
    return user;
  }
  async function open(): Promise<string> {
    return (await openSession(db, platform, { user: await account(), origin, secondFactor: false }))
      .sessionId;
  }
  async function callFrom(session: string, method: Method, path: string, body?: unknown) {
    const claims = { userId: id ?? '', sessionId: session, issuedAt: clock.now() };
    const token = await signAccessToken(config, claims);
    const answer = await app.inject({
      method,
      // Where there is a query the last slash is left out; the server takes both.
      url: `${apiBase}${path}${path.includes('?') ? '' : '/'}`,
      headers: {
        authorization: `Bearer ${token}`,
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      },
      ...(body !== undefined && { payload: body as object }),
    });
    return { status: answer.statusCode, body: answer.json<Answer>() };
  }
  const sessionId = await open();
  return {
    id,
    email,
    sessionId,
    call: (method, path, body) => callFrom(sessionId, method, path, body),
    callFrom,
    openSession: open,
    account,
    totpCode: (secret) => generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1_000) }),
  };
}
