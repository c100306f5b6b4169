import { describe, expect, it } from 'vitest';
import type { MortalExchange } from '../support/mortal-exchange.ts';
import { authenticator } from '../support/totp.ts';

/** Who has paid nothing by a card. */
const email = 'second@emporion.test';
/** That of a demo, with which its first start has sealed the database. */
const former = 'emporion-demo-secret-not-for-production';
const next = 'w2Hs9Bd4Kz7Qm1Xf6Tn8Vc3Lg5Jr0PyA';

async function call(url: string, path: string, body: object, token?: string) {
  const answer = await fetch(`${url}/api/v1/${path}/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Record<string, unknown>;
}

const logIn = (url: string, more: object = {}) =>
  call(url, 'auth/login', { email, password: 'Emporion-1', ...more });

/** The codes of six digits that were sent. */
async function mailedCodes(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/dev/outbox.json?to=${email}`);
  const messages = (await answer.json()) as { text: string }[];
  return messages.flatMap(({ text }) => /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? []);
}

/** The code that came after those. */
async function nextCode(url: string, before: readonly string[]): Promise<string> {
  const found = async () => (await mailedCodes(url)).find((code) => !before.includes(code));
  await expect.poll(found).toBeDefined();
  return (await found()) ?? '';
}

const refusal = 'SECRET is not the one that this database was sealed with';

export function secretChange(exchangeOf: () => MortalExchange): void {
  describe('SECRET', () => {
    it('is refused when it is another one, and can be rotated: apps and backup codes count on, sessions end', async () => {
      const exchange = exchangeOf();
      const { url } = exchange;
      const { access } = (await logIn(url)) as { access: string };
      const before = await mailedCodes(url);
      await call(url, 'security/confirmation/send-code', { action: 'factors', method: 'email' }, access);
      const confirmation = { method: 'email', code: await nextCode(url, before) };
      const begun = await call(url, 'security/totp/begin', { confirmation }, access);
      const app = authenticator(String(begun.secret));
      const finished = await call(url, 'security/totp/finish', { code: await app.code() }, access);
      const backupCodes = finished.backup_codes as string[];
      const signedIn = await logIn(url, { code: await app.code() });
      expect(signedIn.status).toBe('signed_in');

      const rotate = (SECRET: string, FORMER_SECRET: string) =>
        exchange.run('rotate-secret', { SECRET, FORMER_SECRET });
      // While the server runs nothing is rotated.
      expect(await rotate(next, former)).toEqual({ status: 1, output: expect.stringContaining('stop it') });
      await exchange.stop();

      const refused = await exchange.startAnother({ SECRET: next });
      expect(await refused.exited).toBe(1);
      expect(refused.output()).toContain(refusal);
      expect(refused.output()).toContain('npm run rotate-secret');
      expect(refused.output()).not.toContain('    at ');

      expect(await rotate(next, `${former}x`)).toEqual({
        status: 1,
        output: expect.stringContaining('FORMER_SECRET is not the one'),
      });
      expect(await rotate(next, former)).toEqual({
        status: 0,
        output: expect.stringContaining('1 authenticator app'),
      });
      expect(await rotate(next, former)).toEqual({
        status: 0,
        output: expect.stringContaining('Nothing to do'),
      });

      const verified = (SECRET: string) => exchange.run('verify', { SECRET });
      expect(await verified(former)).toEqual({
        status: 1,
        output: expect.stringMatching(/BROKEN +Seals[\s\S]*NOT VERIFIED: Seals/),
      });
      expect(await verified(next)).toEqual({ status: 0, output: expect.stringContaining('Verified') });

      await exchange.start({ SECRET: next });
      const refreshed = await call(url, 'auth/token/refresh', { refresh: signedIn.refresh });
      expect(refreshed.code).toBe('invalid_token');
      expect((await logIn(url, { code: await app.code() })).status).toBe('signed_in');
      const { ticket } = await logIn(url);
      const step = { ticket, method: 'backup', code: backupCodes[0] };
      expect((await call(url, 'check2falogin', step)).status).toBe('signed_in');

      const stale = await exchange.startAnother({ SECRET: former });
      expect(await stale.exited).toBe(1);
      expect(stale.output()).toContain(refusal);
    });
  });
}
