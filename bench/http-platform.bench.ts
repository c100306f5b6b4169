import autocannon from 'autocannon';
import fastify from 'fastify';
import { freshSettings, removeFolder, startProduct, stopProduct } from '../e2e/product.ts';
import type { BenchResult } from './frame.ts';

const seconds = 5;
const connections = 20;
const path = '/api/public/v1/time/';

/**
 * What the platform costs: one small API call through all of it (validation, headers, limits, logs, metrics), and the same
 * answer from a bare Fastify, which is the peer. Both are loaded by the same generator in the same run.
 */
export async function run(): Promise<BenchResult> {
  const settings = await freshSettings();
  const product = startProduct({ ...settings, RATE_LIMIT_PER_MINUTE: '1000000' });
  const peer = await startPeer();
  try {
    await product.running;
    const [oursResult, peerResult] = [await measure(product.url), await measure(peer.url)];
    return {
      ours: oursResult.requests.average,
      peer: peerResult.requests.average,
      peerName: 'bare Fastify, no hooks',
      unit: 'requests per second',
      oursP99Ms: oursResult.latency.p99,
      peerP99Ms: peerResult.latency.p99,
      failures: oursResult.non2xx + oursResult.errors,
    };
  } finally {
    await stopProduct(product);
    await peer.close();
    removeFolder(settings.DATA_DIR);
  }
}

async function startPeer() {
  const app = fastify();
  app.get(path, () => {
    const now = new Date();
    return { now: now.toISOString(), epoch_ms: now.getTime() };
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, close: () => app.close() };
}

/** A short round to warm up, then the one that counts. */
async function measure(origin: string): Promise<autocannon.Result> {
  const url = `${origin}${path}`;
  await autocannon({ url, connections, duration: 1 });
  return autocannon({ url, connections, duration: seconds });
}
