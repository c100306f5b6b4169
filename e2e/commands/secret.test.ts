import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  freshSettings,
  type Product,
  removeFolder,
  serverAlone,
  startEmbeddedPostgres,
  startProduct,
  stopProduct,
  usedSettings,
} from '../product.ts';
import { authenticator } from '../support/totp.ts';

const email = 'trader@emporion.test';
/** That of a demo, with which its first start has sealed the database. */
const former = 'emporion-demo-secret-not-for-production';
const next = 'w2Hs9Bd4Kz7Qm1Xf6Tn8Vc3Lg5Jr0PyA';

let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
/** The keys of the demo's signer lie in the folder of the database: each start has the same. */
let dataFolder: string;
const folders: string[] = [];
const products: Product[] = [];

beforeAll(async () => {
  dataFolder = (await usedSettings()).DATA_DIR;
  folders.push(dataFolder);
  postgres = await startEmbeddedPostgres({ dataFolder });
});
afterEach(async () => {
  for (const product of products.splice(0)) await stopProduct(product);
});
afterAll(async () => {
  await postgres.stop();
  folders.forEach(removeFolder);
});

async function start(SECRET: string): Promise<Product> {
  const fresh = await freshSettings();
  folders.push(fresh.DATA_DIR);
  const own = { DATABASE_URL: postgres.url, DATA_DIR: dataFolder, DEMO_MARKET: 'false', SECRET };
  const settings = { ...fresh, ...own };
  const product = startProduct(settings, serverAlone);
  products.push(product);
  return product;
}

async function rotate(env: Record<string, string>): Promise<{ status: number | null; output: string }> {
  const child = spawn(process.execPath, [join('scripts', 'rotate-secret.mjs')], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', DATABASE_URL: postgres.url, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const status = await new Promise<number | null>((done) => child.once('close', done));
  return { status, output };
}

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

/** The newest code of six digits that was sent. */
async function mailedCode(url: string): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(async () => {
      const messages = (await (await fetch(`${url}/dev/outbox.json?to=${email}`)).json()) as {
        text: string;
      }[];
      code = messages.map(({ text }) => /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0]).find((found) => found);
      return code;
    })
    .toBeDefined();
  return code ?? '';
}

describe('SECRET', () => {
  it('is refused when it is another one, and can be rotated: apps and backup codes count on, sessions end', async () => {
    const first = await start(former);
    await first.running;
    const { access } = (await logIn(first.url)) as { access: string };
    await call(first.url, 'security/confirmation/send-code', { action: 'factors', method: 'email' }, access);
    const confirmation = { method: 'email', code: await mailedCode(first.url) };
    const begun = await call(first.url, 'security/totp/begin', { confirmation }, access);
    const app = authenticator(String(begun.secret));
    const finished = await call(first.url, 'security/totp/finish', { code: await app.code() }, access);
    const backupCodes = finished.backup_codes as string[];
    const signedIn = await logIn(first.url, { code: await app.code() });
    expect(signedIn.status).toBe('signed_in');

    // While the server runs nothing is rotated.
    const early = await rotate({ SECRET: next, FORMER_SECRET: former });
    expect([early.status, early.output]).toEqual([1, expect.stringContaining('stop it')]);
    await stopProduct(first);

    const refused = await start(next);
    expect(await refused.exited).toBe(1);
    expect(refused.output()).toContain('SECRET is not the one that this database was sealed with');
    expect(refused.output()).toContain('npm run rotate-secret');
    expect(refused.output()).not.toContain('    at ');

    const wrong = await rotate({ SECRET: next, FORMER_SECRET: `${former}x` });
    expect([wrong.status, wrong.output]).toEqual([
      1,
      expect.stringContaining('FORMER_SECRET is not the one'),
    ]);
    const done = await rotate({ SECRET: next, FORMER_SECRET: former });
    expect([done.status, done.output]).toEqual([0, expect.stringContaining('1 authenticator app')]);
    const again = await rotate({ SECRET: next, FORMER_SECRET: former });
    expect([again.status, again.output]).toEqual([0, expect.stringContaining('Nothing to do')]);

    const second = await start(next);
    await second.running;
    const refreshed = await call(second.url, 'auth/token/refresh', { refresh: signedIn.refresh });
    expect(refreshed.code).toBe('invalid_token');
    expect((await logIn(second.url, { code: await app.code() })).status).toBe('signed_in');
    const { ticket } = await logIn(second.url);
    const step = { ticket, method: 'backup', code: backupCodes[0] };
    expect((await call(second.url, 'check2falogin', step)).status).toBe('signed_in');
    await stopProduct(second);

    const stale = await start(former);
    expect(await stale.exited).toBe(1);
  });
});
