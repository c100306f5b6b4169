import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/start.ts';
import { freshSettings, removeFolder, startProduct } from '../e2e/product.ts';
import type { BenchContext, BenchResult } from './frame.ts';
import { during, fund, metricsToken, signIn } from './trading-product.ts';

const sockets = 2_000;
const ordersPerSecond = 100;
/** The book is told ten times a second. */
const flushesPerSecond = 10;

interface Heard {
  readonly deliveredPerSecond: number;
  readonly failure?: string;
}

/**
 * Two thousand sockets follow one busy book: messages that reached them in a second, how old the news was since the order was acknowledged, and what a socket
 * costs in memory. The limit is every socket hearing every flush. Shorter: `npm run bench -- feeds 5`.
 */
export async function run({ args }: BenchContext): Promise<BenchResult> {
  const [seconds = 15] = args.map(Number);
  const dataFolder = mkdtempSync(join(tmpdir(), 'emporion-bench-'));
  const postgres = await startEmbeddedPostgres({ dataFolder });
  const settings = await freshSettings();
  const env = {
    ...settings,
    DATABASE_URL: postgres.url,
    DEMO_MARKET: 'false',
    ORDER_RATE_PER_SECOND: '1000000',
    RATE_LIMIT_PER_MINUTE: '1000000',
    METRICS_TOKEN: metricsToken,
  };
  try {
    await fund(postgres.url, await during(startProduct(env), (product) => signIn(product, postgres.url)));
    const heard = await during(startProduct(env), async (product) => {
      const tokens = (await signIn(product, postgres.url)).map(({ token }) => token);
      const task = {
        url: product.url,
        metricsToken,
        tokens,
        pair: 'BTC-USDT',
        sockets,
        seconds,
        ordersPerSecond,
      };
      const script = join('bench', 'feeds-listeners.mjs');
      const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(task)]);
      return JSON.parse(stdout) as Heard;
    });
    if (heard.failure !== undefined) throw new Error(`The traders were refused: ${heard.failure}`);
    const { deliveredPerSecond, ...details } = heard;
    return {
      ours: deliveredPerSecond,
      peer: sockets * flushesPerSecond,
      peerName: 'every socket hears every flush',
      unit: 'messages delivered per second',
      sockets,
      ordersPerSecond,
      ...details,
    };
  } finally {
    await postgres.stop();
    removeFolder(settings.DATA_DIR);
    removeFolder(dataFolder);
  }
}
