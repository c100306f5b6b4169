import { apiBase } from '@emporion/contracts/rest';
import { invariant } from '@emporion/kernel';
import { sql } from 'kysely';
import { findUserByEmail, openDemoSession } from '#modules/identity/index.ts';
import type { App } from '#platform/http/app.ts';
import type { Platform } from '#platform/platform.ts';

/** Calls the API as a user of the demo, with the rules that hold for everybody. */
export interface Caller {
  readonly id: string;
  /** @throws Error with the code of the answer when the call is refused. */
  call<Answer = Record<string, unknown>>(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ): Promise<Answer>;
  /** The code of a mail that `send` has sent. */
  codeOf(send: () => Promise<unknown>): Promise<{ method: 'email'; code: string }>;
}

/** `staff`: the session counts as one with a second step, as the staff of a demo log in. */
export async function callerFor(
  { app, platform }: { app: App; platform: Platform },
  email: string,
  { staff = false } = {},
): Promise<Caller> {
  const user = await findUserByEmail(platform.database.kysely, email);
  invariant(user !== undefined, 'the demo has no such user');
  const { access } = await openDemoSession(platform, user.id, { secondFactor: staff });
  /** A demo keeps the messages in its outbox. */
  const newestMail = async () => {
    const { rows } = await sql<{ text: string }>`
      select text from messages where recipient = ${email} order by sequence desc limit 1
    `.execute(platform.database.kysely);
    return rows[0]?.text ?? '';
  };
  return {
    id: user.id,
    call: async (method, path, body) => {
      const answer = await app.inject({
        ...{ method, url: `${apiBase}${path.replace(/\?|$/, (end) => `/${end}`)}` },
        headers: { authorization: `Bearer ${access}`, 'user-agent': 'Demo' },
        ...(body && { payload: body }),
      });
      const said = answer.body === '' ? {} : answer.json();
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${said.code ?? ''}`);
      return said;
    },
    codeOf: async (send) => {
      await send();
      const code = /\b\d{6}\b/.exec(await newestMail())?.[0];
      if (code === undefined) throw new Error(`No code was sent to ${email}.`);
      return { method: 'email', code };
    },
  };
}
