import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extent } from '../extent.ts';
import {
  type Product,
  removeFolder,
  serverAlone,
  startEmbeddedPostgres,
  startProduct,
  stopProduct,
  usedSettings,
} from '../product.ts';
import { killSeed, seededNumbers } from '../support/seeded-numbers.ts';
import { listEverything, logIn, type Person, tradeUntilDead, Witness } from '../support/trading-load.ts';

const callers = 16;
const kills = extent({ usual: 1, all: 20 });
const databaseKills = extent({ usual: 1, all: 3 });
/** Tokens live for five minutes. */
const freshForMs = 180_000;

/** One data folder for both, and the second goes on where the first one ended: what the server was killed over is there when its database is. */
let settings: Record<string, string> & { DATA_DIR: string };
let product: Product | undefined;
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>> | undefined;
let people: Person[] = [];
let loggedInAt = 0;
let rounds = 0;
let onPlaced: (placed: number) => void = () => undefined;
const seen = new Witness((placed) => onPlaced(placed));

beforeAll(async () => {
  settings = {
    ...(await usedSettings()),
    DEMO_MARKET: 'false',
    ORDER_RATE_PER_SECOND: '1000000',
    RATE_LIMIT_PER_MINUTE: '1000000',
    // So that some starts begin with a snapshot that was made a moment before.
    SNAPSHOT_EVERY_EVENTS: '2000',
  };
});
afterAll(async () => {
  if (product) await stopProduct(product);
  await postgres?.stop();
  removeFolder(settings.DATA_DIR);
});

async function start(): Promise<Product> {
  product = startProduct(settings, serverAlone);
  await product.running;
  if (Date.now() - loggedInAt > freshForMs) {
    const { url } = product;
    const [buyer = '', seller = ''] = await Promise.all(
      ['trader@emporion.test', 'second@emporion.test'].map((email) => logIn(url, email)),
    );
    people = [
      { side: 'buy', token: buyer },
      { side: 'sell', token: seller },
    ];
    loggedInAt = Date.now();
  }
  return product;
}

/** `npm run verify` on the product's database: its last line, and its status. */
function verify(): Promise<{ verdict: string; status: number | string | null | undefined }> {
  return new Promise((done) => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings };
    execFile(process.execPath, [join('scripts', 'verify.mjs')], { env }, (error, stdout) =>
      done({ verdict: stdout.trim().split('\n').at(-1) ?? '', status: error ? error.code : 0 }),
    );
  });
}

interface Rounds {
  readonly count: number;
  readonly kill: (product: Product) => void;
}

/** Trades until so many orders were acknowledged, kills, starts again and asks again where no answer came, so many times. Leaves it running. */
async function surviveKills({ count, kill }: Rounds): Promise<void> {
  const below = seededNumbers(killSeed);
  let enough = 0;
  let running = product ?? (await start());
  onPlaced = (placed) => {
    if (placed === enough) kill(running);
  };
  let doubts = 0;
  for (const end = rounds + count; rounds < end; rounds += 1) {
    enough = seen.placed.size + 1 + below(150);
    await tradeUntilDead(running.url, people, { round: rounds, callers, seen });
    await running.exited;
    doubts += seen.doubtful;
    running = await start();
    enough = 0;
    await seen.settleDoubts(running.url);
  }
  const summary = `seed ${killSeed}: ${count} kills, ${seen.placed.size} orders and ${seen.cancelled.size} cancellations acknowledged so far, ${doubts} answers cut off`;
  process.stdout.write(`${summary}\n`);
  await expectEverything(running.url, summary);
}

/** What was acknowledged is there as it was acknowledged, nothing is there twice, and nothing that nobody placed. */
async function expectEverything(url: string, context: string): Promise<void> {
  const { placed, cancelled } = seen;
  const orders = (await Promise.all(people.map((person) => listEverything(url, person)))).flat();
  const found = new Map(orders.map((order) => [order.client_order_id ?? '', order]));
  expect(found.size, context).toBe(orders.length);
  expect(new Map([...found].map(([key, { id }]) => [key, id])), context).toEqual(new Map(placed));
  const alive = orders.filter(({ id, status }) => cancelled.has(id) && status !== 'cancelled');
  expect(alive, context).toEqual([]);
}

describe('kill -9 under load', () => {
  it(`of the server, ${kills} times: everything acknowledged is there, once`, async () => {
    // It outlives the server that is killed.
    postgres = await startEmbeddedPostgres({ dataFolder: settings.DATA_DIR });
    settings.DATABASE_URL = postgres.url;
    await surviveKills({ count: kills, kill: ({ child }) => void child.kill('SIGKILL') });
  });

  it(`of PostgreSQL, ${databaseKills} times: the server ends, the next start has everything, and all of it verifies`, async () => {
    const killDatabase = () => {
      const pidFile = readFileSync(join(settings.DATA_DIR, 'postgres', 'postmaster.pid'), 'utf8');
      process.kill(Number.parseInt(pidFile, 10), 'SIGKILL');
      // The first to die is the one beside the server; from then on each server starts its own.
      delete settings.DATABASE_URL;
    };
    await surviveKills({ count: databaseKills, kill: killDatabase });
    expect(await verify()).toEqual({
      verdict: expect.stringMatching(/^Verified: everything agrees/),
      status: 0,
    });
  });
});
