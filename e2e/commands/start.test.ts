import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extent } from '../extent.ts';
import {
  directly,
  freshSettings,
  type Product,
  removeFolder,
  serverAlone,
  startProduct,
  stopProduct,
} from '../product.ts';

/** What most of these tests ask has nothing to do with the demo market, whose history takes a second to make. */
const quiet = { DEMO_MARKET: 'false' };

/** The first start that goes through always has it; the others now and then. */
const lively = extent<Record<string, string>>({ usual: quiet, all: {} });

const production = {
  NODE_ENV: 'production',
  SECRET: 'q8Zt3Lw0Rk5Yv7Nx1Bc9Mj4Hd6Gf2Ps8',
  PUBLIC_URL: 'https://exchange.example',
  SMTP_URL: 'smtp://127.0.0.1:2525',
  MAIL_FROM: 'no-reply@exchange.example',
};

/** One data folder for the whole file: how one start ended is what the next one finds. */
let settings: { DATA_DIR: string; PORT: string };
let current: Product | undefined;

beforeAll(async () => {
  settings = await freshSettings();
});
afterAll(async () => {
  if (current) await stopProduct(current);
  removeFolder(settings.DATA_DIR);
});

/** A start whose end is all that is asked of it, or one beside the current one. The server says why it ends, whoever starts it. */
async function startAndFail(
  env: Record<string, string>,
  command: readonly [string, ...string[]] = serverAlone,
): Promise<Product> {
  const product = startProduct({ ...settings, ...quiet, ...env }, command);
  expect(await product.exited).toBe(1);
  expect(product.output()).not.toContain('    at ');
  return product;
}

interface Start {
  readonly env?: Record<string, string>;
  readonly command?: [string, ...string[]];
}

/** The one that runs on the folder; when the last one has ended, or a test runs alone, the next one is started. */
async function running({ env = quiet, command }: Start = {}): Promise<Product> {
  current ??= startProduct({ ...settings, ...env }, command);
  await current.running;
  return current;
}

/** Waits for the end of the current one, which the test has brought about. Answers its exit status. */
async function untilEnded(): Promise<number | null | undefined> {
  const product = current;
  current = undefined;
  return product?.exited;
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

/** The letters that somebody has got. */
async function lettersOf(product: Product): Promise<string[]> {
  const answer = await fetch(`${product.url}/dev/outbox.json?to=trader@emporion.test`);
  return ((await answer.json()) as { id: string }[]).map(({ id }) => id);
}

describe('npm start', () => {
  let letters: readonly string[] = [];

  it('stops in good order when the signal comes in the middle of the first start', async () => {
    current = startProduct({ ...settings, ...quiet });
    const { child, output } = current;
    await expect.poll(() => output()).toContain('Starting PostgreSQL');
    child.kill('SIGINT');
    expect(await untilEnded()).toBe(0);
  });

  it('then serves the application, says where, and names the demo users', async () => {
    const product = await running({ env: {}, command: ['npm', 'start'] });
    expect(product.output()).toContain(`http://localhost:${settings.PORT}/account/`);
    for (const name of ['trader', 'second', 'support', 'operator', 'admin']) {
      expect(product.output()).toContain(`${name}@emporion.test`);
    }
    expect(product.output()).toContain('Emporion-1');
    expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${product.url}/account/`)).text()).toContain('<html');
    letters = await lettersOf(product);
    expect(letters).toHaveLength(1);
  });

  it('says that the port is busy', async () => {
    await running();
    const { output } = await startAndFail({ DATA_DIR: join(settings.DATA_DIR, 'another') }, directly);
    expect(output()).toContain(`Port ${settings.PORT} is in use`);
  });

  it('says that the data folder is in use, and leaves its holder alone', async () => {
    const holder = await running();
    const { PORT } = await freshSettings();
    const { output } = await startAndFail({ PORT });
    expect(output()).toMatch(/data folder .* is in use by process \d+/);
    expect((await fetch(`${holder.url}/readyz`)).status).toBe(200);
  });

  it('stops everything when npm is told to stop, the database included', async () => {
    const { child } = await running();
    const database = databasePid();
    child.kill('SIGTERM');
    await untilEnded();
    await untilGone(database);
  });

  it('keeps its data over a restart', async () => {
    expect(await lettersOf(await running())).toEqual(letters);
  });

  it('recovers by itself when the server was killed and its database runs on', async () => {
    const { child } = await running();
    const orphan = databasePid();
    child.kill('SIGKILL');
    await untilEnded();
    const again = await running();
    await untilGone(orphan);
    expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
  });

  it('recovers by itself when both were killed', async () => {
    const { child } = await running();
    process.kill(databasePid(), 'SIGKILL');
    child.kill('SIGKILL');
    await untilEnded();
    const again = await running({ env: lively });
    expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
  });

  it('ends with a sentence when its database is killed under it, and has everything at the next start', async () => {
    const { output } = await running();
    process.kill(databasePid(), 'SIGKILL');
    expect(await untilEnded()).toBe(1);
    expect(output()).toContain('The embedded PostgreSQL ended unexpectedly');
    expect(output()).not.toContain('    at ');
    expect(output()).not.toContain('Trace');
    expect(await lettersOf(await running({ env: lively }))).toEqual(letters);
  });

  it('stops in good order when Ctrl-C arrives twice, as it does through npm', async () => {
    const { child } = await running();
    const database = databasePid();
    child.kill('SIGINT');
    child.kill('SIGINT');
    expect(await untilEnded()).toBe(0);
    await untilGone(database);
  });

  it('refuses to run production on what a demo left', async () => {
    // Existing data is not asked for EMBEDDED_DATABASE.
    const { output } = await startAndFail(production);
    expect(output()).toContain('This database holds demo data');
  });
});

describe('npm start, when it cannot', () => {
  it('says that the data folder is no folder', async () => {
    const file = join(settings.DATA_DIR, 'file');
    writeFileSync(file, '');
    const { output } = await startAndFail({ DATA_DIR: file });
    expect(output()).toContain(`The data folder ${file} cannot be used`);
  });

  it('says that nothing can be made below /proc', async () => {
    const { output } = await startAndFail({ DATA_DIR: '/proc/emporion' });
    expect(output()).toContain('The data folder /proc/emporion cannot be used');
  });

  it('says that the database cannot be reached, without its password', async () => {
    const { output } = await startAndFail({
      DATABASE_URL: 'postgres://someone:hush-hush@127.0.0.1:1/nowhere',
    });
    expect(output()).toContain('The database at 127.0.0.1:1/nowhere cannot be reached');
    expect(output()).not.toContain('hush-hush');
  });

  it('asks a new production which database it shall have, and makes none', async () => {
    const DATA_DIR = join(settings.DATA_DIR, 'new');
    const { output } = await startAndFail({ ...production, DATA_DIR });
    expect(output()).toContain('EMBEDDED_DATABASE=true');
    expect(existsSync(join(DATA_DIR, 'postgres'))).toBe(false);
  });

  it('names every setting that production refuses', async () => {
    const { output } = await startAndFail({ NODE_ENV: 'production', DEMO: 'true', PORT: 'eighty' });
    for (const name of ['DEMO', 'PORT', 'SECRET', 'SMTP_URL']) expect(output()).toContain(name);
  });
});
