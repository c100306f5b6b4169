import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/start.ts';
import { freshSettings, removeFolder, startProduct } from '../e2e/product.ts';
import type { BenchContext, BenchResult } from './frame.ts';
import { type Load, placeOrders } from './http-orders-load.ts';
import { createBusyExchange, during, fund, signIn, type User } from './trading-product.ts';

/** A rate that leaves the cores time: what is measured is the wait, and not the most that there can be. */
const orders = { connections: 16, quotes: 1, ratePerSecond: 200 };
const turns = 3;

/**
 * The 99th percentile of order latency while users send photos to support all the time, against the
 * same orders on the same server without them. The two take turns. Longer:
 * `npm run bench -- uploads 20`.
 */
export async function run({ args }: BenchContext): Promise<BenchResult> {
  const [seconds = 8] = args.map(Number);
  const dataFolder = mkdtempSync(join(tmpdir(), 'emporion-bench-'));
  const postgres = await startEmbeddedPostgres({ dataFolder });
  const settings = await freshSettings();
  const env = {
    ...settings,
    ...{ DATABASE_URL: postgres.url, DEMO_MARKET: 'false' },
    ...{ ORDER_RATE_PER_SECOND: '1000000', RATE_LIMIT_PER_MINUTE: '1000000' },
  };
  try {
    await createBusyExchange(postgres.url);
    await fund(postgres.url, await during(startProduct(env), (product) => signIn(product, postgres.url)));
    return await during(startProduct(env), async (product) => {
      const users = await signIn(product, postgres.url);
      const load = () => placeOrders({ port: Number(settings.PORT), users, seconds, ...orders });
      const photo = await makePhoto();
      const [alone, beside]: [Load[], Load[]] = [[], []];
      let sent: Sent = { kept: 0, refused: 0 };
      for (let turn = 0; turn < turns; turn += 1) {
        alone.push(await load());
        const uploads = sendAll({ url: product.url, users, photo });
        beside.push(await load());
        sent = add(sent, await uploads.stop());
      }
      const [ours, peer] = [middle(beside), middle(alone)];
      return {
        ours: ours.p99Ms,
        peer: peer.p99Ms,
        peerName: 'the same orders without uploads',
        unit: 'milliseconds, 99th percentile of orders while photos are uploaded; less is better',
        ...{ p50Ms: { ours: ours.p50Ms, peer: peer.p50Ms }, photoBytes: photo.length, ...sent, ...orders },
        turns: { ours: beside.map(({ p99Ms }) => p99Ms), peer: alone.map(({ p99Ms }) => p99Ms) },
      };
    });
  } finally {
    await postgres.stop();
    removeFolder(dataFolder);
    removeFolder(settings.DATA_DIR);
  }
}

interface Sent {
  readonly kept: number;
  readonly refused: number;
}

const add = (one: Sent, other: Sent): Sent => ({
  kept: one.kept + other.kept,
  refused: one.refused + other.refused,
});

/** Twelve million pixels, as of a good phone. */
function makePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  return sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#808080', noise } })
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** Each user sends one file after the other. */
function sendAll({ url, users, photo }: { url: string; users: readonly User[]; photo: Buffer }) {
  let isOver = false;
  const send = async ({ token }: User): Promise<Sent> => {
    let sent: Sent = { kept: 0, refused: 0 };
    while (!isOver) {
      const answer = await fetch(`${url}/api/v1/support/uploads/?name=photo.jpg`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
        body: new Uint8Array(photo),
      });
      await answer.arrayBuffer();
      sent = add(sent, answer.ok ? { kept: 1, refused: 0 } : { kept: 0, refused: 1 });
      // Its files of the day are used up.
      if (!answer.ok && answer.status < 500) break;
    }
    return sent;
  };
  const all = Promise.all(users.map(send));
  return {
    stop: async () => {
      isOver = true;
      return (await all).reduce(add);
    },
  };
}

/** The load in the middle by its latency. */
function middle(loads: readonly Load[]): Load {
  return loads.toSorted((left, right) => left.p99Ms - right.p99Ms)[Math.floor(loads.length / 2)] as Load;
}
