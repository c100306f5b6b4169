import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { extent } from '../extent.ts';
import { freshSettings, type Product, removeFolder, startProduct, stopProduct } from '../product.ts';

/** What most of these tests ask has nothing to do with the demo market, whose history takes a second to make. */
const quiet = { DEMO_MARKET: 'false' };

/** A first start and an end by SIGTERM always have it; the other ends and beginnings now and then. */
const lively = extent<Record<string, string>>({ usual: quiet, all: {} });

let settings: { DATA_DIR: string; PORT: string };
const products: Product[] = [];

/** What a first start and its end leave behind. To make it anew takes longer than most of what is asked here. */
let usedFolder: string;

beforeAll(async () => {
  const used = await freshSettings();
  usedFolder = used.DATA_DIR;
  const product = startProduct({ ...used, ...quiet });
  await product.running;
  await stopProduct(product);
});
afterAll(() => removeFolder(usedFolder));
beforeEach(async () => {
  settings = await freshSettings();
});
afterEach(async () => {
  for (const product of products.splice(0)) await stopProduct(product);
  removeFolder(settings.DATA_DIR);
});

function start(env: Record<string, string> = quiet, command?: [string, ...string[]]): Product {
  const product = startProduct({ ...settings, ...env }, command);
  products.push(product);
  return product;
}

/** For what is not about a first start: the database's files belong to its own user, and must go on to. */
function settleIn(): void {
  execFileSync('cp', ['-a', `${usedFolder}/.`, settings.DATA_DIR]);
}

const databasePid = () =>
  Number.parseInt(readFileSync(join(settings.DATA_DIR, 'postgres', 'postmaster.pid'), 'utf8'), 10);

async function untilGone(pid: number): Promise<void> {
  await expect
    .poll(() => {
      try {
        process.kill(pid, 0);
        return 'alive';
      } catch {
        return 'gone';
      }
    })
    .toBe('gone');
}

describe('npm start', () => {
  it('serves the application, says where, and names the demo users', async () => {
    const product = start({});
    await product.running;
    expect(product.output()).toContain(`http://localhost:${settings.PORT}/account/`);
    for (const name of ['trader', 'second', 'support', 'operator', 'admin']) {
      expect(product.output()).toContain(`${name}@emporion.test`);
    }
    expect(product.output()).toContain('Emporion-1');
    expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${product.url}/account/`)).text()).toContain('<html');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('stops everything on %s, the database included', async (signal) => {
    settleIn();
    const product = start(signal === 'SIGTERM' ? {} : lively);
    await product.running;
    const database = databasePid();
    product.child.kill(signal);
    expect(await product.exited).toBe(0);
    await untilGone(database);
  });

  it('stops in good order when Ctrl-C arrives twice, as it does through npm', async () => {
    settleIn();
    const product = start();
    await product.running;
    const database = databasePid();
    product.child.kill('SIGINT');
    product.child.kill('SIGINT');
    expect(await product.exited).toBe(0);
    await untilGone(database);
  });

  it('stops everything when npm is told to stop', async () => {
    settleIn();
    const product = start(lively, ['npm', 'start']);
    await product.running;
    const database = databasePid();
    product.child.kill('SIGTERM');
    await product.exited;
    await untilGone(database);
  });

  it('stops in good order when the signal comes in the middle of the start', async () => {
    const product = start();
    await expect.poll(() => product.output()).toContain('Starting PostgreSQL');
    product.child.kill('SIGTERM');
    expect(await product.exited).toBe(0);
    const again = start();
    await again.running;
  });

  it('recovers by itself when the server was killed and its database runs on', async () => {
    settleIn();
    const killed = start();
    await killed.running;
    const orphan = databasePid();
    killed.child.kill('SIGKILL');
    await killed.exited;
    const again = start();
    await again.running;
    await untilGone(orphan);
    expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
  });

  it('recovers by itself when both were killed', async () => {
    settleIn();
    const killed = start(lively);
    await killed.running;
    process.kill(databasePid(), 'SIGKILL');
    killed.child.kill('SIGKILL');
    await killed.exited;
    const again = start(lively);
    await again.running;
    expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
  });

  it('ends with a sentence when its database is killed under it', async () => {
    settleIn();
    const product = start();
    await product.running;
    process.kill(databasePid(), 'SIGKILL');
    expect(await product.exited).toBe(1);
    expect(product.output()).toContain('The embedded PostgreSQL ended unexpectedly');
    expect(product.output()).not.toContain('    at ');
    expect(product.output()).not.toContain('Trace');
  });

  it('keeps its data over a restart', async () => {
    settleIn();
    const first = start();
    await first.running;
    const letters = async () => {
      const answer = await fetch(`${first.url}/dev/outbox.json?to=trader@emporion.test`);
      return ((await answer.json()) as { id: string }[]).map(({ id }) => id);
    };
    const before = await letters();
    expect(before).toHaveLength(1);
    await stopProduct(first);
    const second = start();
    await second.running;
    expect(await letters()).toEqual(before);
  });
});

describe('npm start, when it cannot', () => {
  it('says that the port is busy', async () => {
    const busy = createServer().listen(Number(settings.PORT), '127.0.0.1');
    const product = start();
    expect(await product.exited).toBe(1);
    busy.close();
    expect(product.output()).toContain(`Port ${settings.PORT} is in use`);
    expect(product.output()).not.toContain('    at ');
  });

  it('says that the data folder is in use, and leaves its holder alone', async () => {
    settleIn();
    const holder = start();
    await holder.running;
    const { PORT } = await freshSettings();
    const product = start({ PORT });
    expect(await product.exited).toBe(1);
    expect(product.output()).toMatch(/data folder .* is in use by process \d+/);
    expect((await fetch(`${holder.url}/readyz`)).status).toBe(200);
  });

  it('says that the data folder is no folder', async () => {
    const file = join(settings.DATA_DIR, 'file');
    writeFileSync(file, '');
    const product = start({ DATA_DIR: file });
    expect(await product.exited).toBe(1);
    expect(product.output()).toContain(`The data folder ${file} cannot be used`);
    expect(product.output()).not.toContain('    at ');
  });

  it('says that nothing can be made below /proc', async () => {
    const product = start({ DATA_DIR: '/proc/emporion' });
    expect(await product.exited).toBe(1);
    expect(product.output()).toContain('The data folder /proc/emporion cannot be used');
  });

  it('refuses to run production on what a demo left', async () => {
    settleIn();
    const product = start({
      NODE_ENV: 'production',
      SECRET: 'q8Zt3Lw0Rk5Yv7Nx1Bc9Mj4Hd6Gf2Ps8',
      PUBLIC_URL: 'https://exchange.example',
      SMTP_URL: 'smtp://127.0.0.1:2525',
      MAIL_FROM: 'no-reply@exchange.example',
    });
    expect(await product.exited).toBe(1);
    expect(product.output()).toContain('This database holds demo data');
  });

  it('says that the database cannot be reached, without its password', async () => {
    const product = start({ DATABASE_URL: 'postgres://someone:hush-hush@127.0.0.1:1/nowhere' });
    expect(await product.exited).toBe(1);
    expect(product.output()).toContain('The database at 127.0.0.1:1/nowhere cannot be reached');
    expect(product.output()).not.toContain('hush-hush');
    expect(product.output()).not.toContain('    at ');
  });

  it('names every setting that production refuses', async () => {
    const product = start({ NODE_ENV: 'production', DEMO: 'true', PORT: 'eighty' });
    expect(await product.exited).toBe(1);
    for (const name of ['DEMO', 'PORT', 'SECRET', 'SMTP_URL']) expect(product.output()).toContain(name);
    expect(product.output()).not.toContain('    at ');
  });
});
