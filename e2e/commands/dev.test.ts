import { readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Product, removeFolder, startProduct, stopProduct, usedSettings } from '../product.ts';
import { logIn } from '../support/trading-load.ts';

const development = [process.execPath, join('scripts', 'dev.mjs')] as const;
const runs = 'Stop with Ctrl-C.';

let settings: { DATA_DIR: string; PORT: string };
let product: Product;

beforeAll(async () => {
  settings = await usedSettings();
  product = startProduct({ ...settings, DEMO_MARKET: 'false' }, development);
  await product.running;
});
afterAll(async () => {
  await stopProduct(product);
  removeFolder(settings.DATA_DIR);
});

const databasePid = () =>
  Number.parseInt(readFileSync(join(settings.DATA_DIR, 'postgres', 'postmaster.pid'), 'utf8'), 10);
const starts = () => product.output().split(runs).length - 1;

/** The first answer that is not "busy with its history", which a server says for a moment after its start. */
async function listStatus(path: string, token: string): Promise<number> {
  let status = 0;
  await expect
    .poll(async () => {
      const headers = { authorization: `Bearer ${token}` };
      status = (await fetch(`${product.url}/api/v1/${path}`, { headers })).status;
      return status;
    })
    .not.toBe(503);
  return status;
}

describe('npm run dev', () => {
  it('answers the lists that are made of the journal', async () => {
    const token = await logIn(product.url, 'trader@emporion.test');
    expect(await listStatus('my-trades/', token)).toBe(200);
    expect(await listStatus('orders/', token)).toBe(200);
  });

  it('serves the web application from its sources, and passes calls on to the server', async () => {
    const web = /Open (http:\S+\/)account\//.exec(product.output())?.[1];
    expect(await (await fetch(`${web}account/`)).text()).toContain('/@vite/client');
    expect((await fetch(`${web}api/v1/countries/`)).status).toBe(200);
  });

  it('restarts the server when one of its files is saved, and the database runs on', async () => {
    const database = databasePid();
    const before = starts();
    const now = new Date();
    utimesSync(join('apps', 'server', 'src', 'main.ts'), now, now);
    await expect.poll(starts).toBe(before + 1);
    expect(databasePid()).toBe(database);
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
  });

  it('stops the server before its database, and leaves neither running', async () => {
    expect(await stopProduct(product)).toBe(0);
    expect(() => databasePid()).toThrow('ENOENT');
    expect(product.output()).not.toContain('"level":"error"');
  });
});
