import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { demoUsers } from '../apps/server/src/platform/demo/demo-users.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/start.ts';
import { freshSettings, removeFolder, startProduct } from '../e2e/product.ts';
import type { BenchContext, BenchResult } from './frame.ts';
import { during, signIn } from './trading-product.ts';

const base = '/api/public/v1/';
const pair = 'BTC-USDT';
const flood = { perSecond: 40, addresses: 30 };
/** The budget of a call: p99 of the trader while others flood it. */
const p99MsMax = 50;
const cost = { calls: 60, idleMs: 1_000 };
/** An answer that has not come by then counts as this late, so that the run ends. */
const answerMsMax = 10_000;

interface Call {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

const swap = { from: 'BTC', to: 'USDT', give: '0.01' };
const card = { pay_system: 'mercuryo', currency: 'USD', coin: 'BTC', give: '100' };

/** Every call that takes no token, the ones with long answers at their longest. */
function publicCalls(articles: readonly string[], paySystem: string): Record<string, Call> {
  const paths = {
    time: 'time/',
    status: 'status/',
    coins: 'coins/',
    limits: 'limits/',
    pairs: 'pairs/',
    pairs_volume: 'pairs_volume/',
    sparklines: 'sparklines/',
    stack: `stack/${pair}/?limit=500`,
    trades: `trades/${pair}/?limit=200`,
    candles: `candles/${pair}/?timeframe=1m&limit=1000`,
    'candles, older': `candles/${pair}/?timeframe=1m&limit=1000&before=${Math.floor(Date.now() / 1_000) - 12_000}`,
    fees: 'fees/',
    rates: 'rates/?in=USD',
    countries: 'countries/?lang=fr',
    notifications: 'notifications/',
    liabilities: 'liabilities/',
    'help/articles': 'help/articles/',
    'help/articles/:slug': `help/articles/${articles[0] ?? 'none'}/`,
    'help/search': 'help/search/?q=withdrwal%20fee',
    'help/status': 'help/status/',
    'card/options': 'card/options/',
  };
  const reads = Object.entries(paths).map(([name, path]) => [name, { path: base + path }] as const);
  const previews = {
    'exchange/preview': { path: `${base}exchange/preview/`, body: swap },
    'card/purchase-preview': {
      path: `${base}card/purchase-preview/`,
      body: { ...card, pay_system: paySystem },
    },
    'card/sale-preview': {
      path: `${base}card/sale-preview/`,
      body: { ...card, give: '0.01', pay_system: paySystem },
    },
  };
  const posts = Object.entries(previews).map(([name, call]) => [name, { ...call, method: 'POST' }] as const);
  return Object.fromEntries([...reads, ...posts]);
}

/**
 * What a flood of each public call does to a trader's orders and cancels: 40 calls a second from thirty addresses. The peer is the same flood of `/healthz`. The
 * ratio is the trader's p99 beside the peer divided by the p99 beside the worst call. Each call's time of the server's main thread is told too.
 * Longer: `npm run bench -- public-reads 6`.
 */
export async function run({ args }: BenchContext): Promise<BenchResult> {
  const [seconds = 2] = args.map(Number);
  const settings = await freshSettings();
  const postgres = await startEmbeddedPostgres({ dataFolder: settings.DATA_DIR });
  const env = {
    ...settings,
    DATABASE_URL: postgres.url,
    TRUST_PROXY: '1',
    RATE_LIMIT_PER_MINUTE: '1000000',
  };
  try {
    return await during(startProduct(env), async ({ url, child }) => {
      const [trader] = await signIn({ url } as never, postgres.url);
      if (!trader) throw new Error(`None of ${demoUsers.length} people could sign in.`);
      const site = new Site(url, trader.token);
      site.bid = await bidBelow(site);
      const articles = await site.ask({ path: `${base}help/articles/` });
      const options = await site.ask({ path: `${base}card/options/` });
      const slugs = (articles.body() as { results: { slug: string }[] }).results.map(({ slug }) => slug);
      const calls = publicCalls(slugs, (options.body() as { default: string }).default);
      const peers = [await besideFlood(site, { path: '/healthz' }, seconds)];
      const each: Record<string, { readonly p99Ms: number; readonly mainThreadMs: number }> = {};
      for (const [name, call] of Object.entries(calls)) {
        const mainThreadMs = await costOf(site, call, child.pid ?? 0);
        each[name] = { mainThreadMs, ...(await besideFlood(site, call, seconds)) };
        console.log(name, JSON.stringify(each[name]));
        if (Object.keys(each).length % 8 === 0)
          peers.push(await besideFlood(site, { path: '/healthz' }, seconds));
      }
      // The machine is quick now and slow then: the peer in the middle counts.
      const peer =
        peers.map(({ p99Ms }) => p99Ms).sort((left, right) => left - right)[peers.length >> 1] ?? 0;
      const [worst] = Object.entries(each).sort(([, one], [, other]) => other.p99Ms - one.p99Ms);
      const ours = worst?.[1].p99Ms ?? 0;
      const ratio = Number((peer / ours).toFixed(3));
      return {
        ...{ ours, peer, ratio, peerName: 'the same flood of /healthz' },
        unit: 'ms, p99 of a trader’s orders and cancels beside the worst call',
        ...{ worst: worst?.[0], withinBudget: ratio >= 0.5 || ours <= p99MsMax },
        ...{ flood, seconds, peers, calls: each },
      };
    });
  } finally {
    await postgres.stop();
    removeFolder(settings.DATA_DIR);
  }
}

async function bidBelow(site: Site): Promise<string> {
  for (;;) {
    const book = (await site.ask({ path: `${base}stack/${pair}/` })).body() as { bids: [string, string][] };
    const [best] = book.bids;
    if (best) return String(Math.floor(Number(best[0]) * 0.8));
    await wait(200);
  }
}

interface Answer {
  readonly status: number;
  /** Unpacked and read when it is asked for. */
  readonly body: () => unknown;
}

class Site {
  /** What the trader bids: far below the market, and not so far that it is refused. */
  bid = '';
  readonly #url: string;
  readonly #token: string;
  readonly #agents = {
    flood: new Agent({ keepAlive: true, maxSockets: 100 }),
    trader: new Agent({ keepAlive: true }),
  };

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  ask({ method = 'GET', path, body }: Call, from = '192.0.2.1'): Promise<Answer> {
    return this.#send({
      method,
      path,
      body,
      agent: this.#agents.flood,
      headers: { 'x-forwarded-for': from },
    });
  }

  trade(method: 'POST' | 'DELETE', path: string, body?: object): Promise<Answer> {
    const headers = { authorization: `Bearer ${this.#token}`, 'x-forwarded-for': '198.51.100.7' };
    return this.#send({ method, path: `/api/v1/${path}`, body, agent: this.#agents.trader, headers });
  }

  #send(call: {
    readonly method: string;
    readonly path: string;
    readonly body: object | undefined;
    readonly agent: Agent;
    readonly headers: Record<string, string>;
  }): Promise<Answer> {
    const { method, path, body, agent } = call;
    const text = body === undefined ? undefined : JSON.stringify(body);
    const type = text === undefined ? {} : { 'content-type': 'application/json' };
    const headers = { 'accept-encoding': 'gzip', ...call.headers, ...type };
    return new Promise((resolve) => {
      const late = () => resolve({ status: 0, body: () => undefined });
      const sent = request(this.#url + path, { method, agent, headers, timeout: answerMsMax }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', late);
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, body: () => parsed(answer, parts) }),
        );
      });
      sent.on('timeout', () => sent.destroy());
      sent.on('error', late);
      sent.end(text);
    });
  }
}

function parsed({ headers }: IncomingMessage, parts: readonly Buffer[]): unknown {
  const bytes = Buffer.concat(parts);
  return JSON.parse((headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString());
}

/** A trader places an order far from the market and cancels it, again and again, while others ask for the same thing. */
async function besideFlood(site: Site, call: Call, seconds: number) {
  const tookMs: number[] = [];
  const timed = async (work: () => Promise<Answer>): Promise<Answer> => {
    const began = performance.now();
    const answer = await work();
    tookMs.push(performance.now() - began);
    return answer;
  };
  const end = performance.now() + seconds * 1_000;
  const statuses: number[] = [];
  const flooding = Array.from({ length: seconds * flood.perSecond }, async (_, turn) => {
    await wait((turn * 1_000) / flood.perSecond);
    const { status } = await site.ask(call, `203.0.113.${turn % flood.addresses}`);
    statuses.push(status);
  });
  while (performance.now() < end) {
    const order = { type: 0, pair, operation: 'buy', quantity: '0.01', price: site.bid };
    const { status, body } = await timed(() => site.trade('POST', 'orders/', order));
    if (status !== 200) throw new Error(`An order was answered with ${status}: ${JSON.stringify(body())}`);
    await timed(() => site.trade('DELETE', `orders/${(body() as { id: string }).id}/`));
    await wait(10);
  }
  await Promise.all(flooding);
  tookMs.sort((left, right) => left - right);
  const at = (share: number) => Number((tookMs[Math.floor((tookMs.length - 1) * share)] ?? 0).toFixed(1));
  const good = statuses.filter((status) => status === 200).length;
  return {
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    orders: tookMs.length,
    status: statuses[0] ?? 0,
    good,
    of: statuses.length,
  };
}

/** What the main thread has taken of a processor, in milliseconds. Linux tells it of each thread. */
function mainThreadMs(server: number): number {
  try {
    return Number(readFileSync(`/proc/${server}/task/${server}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

/** The processor share of the idle main thread. */
async function idleShare(server: number): Promise<number> {
  const [began, taken] = [performance.now(), mainThreadMs(server)];
  await wait(cost.idleMs);
  return (mainThreadMs(server) - taken) / (performance.now() - began);
}

async function costOf(site: Site, call: Call, server: number): Promise<number> {
  for (let warm = 0; warm < 5; warm += 1) await site.ask(call);
  // The makers of the demo work too, now more and now less: what they take is measured right before.
  const idle = await idleShare(server);
  const [began, taken] = [performance.now(), mainThreadMs(server)];
  for (let asked = 0; asked < cost.calls; asked += 1) await site.ask(call);
  const own = mainThreadMs(server) - taken - idle * (performance.now() - began);
  return Number((Math.max(own, 0) / cost.calls).toFixed(2));
}
