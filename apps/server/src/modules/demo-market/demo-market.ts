import type { AddressInfo } from 'node:net';
import { openDemoSession } from '#modules/identity/index.ts';
import type { LiveExchange } from '#modules/trading/index.ts';
import type { Platform } from '#platform/platform.ts';
import { Bot } from './bots/bot.ts';
import { demoMakers, demoTakers, idsOf } from './bots/demo-bots.ts';
import { botFunds, createRefill, fund } from './bots/fund.ts';
import { Maker } from './bots/maker.ts';
import { Taker } from './bots/taker.ts';
import type { DemoPair } from './demo-pairs.ts';
import { Desk } from './desk.ts';
import type { IsWatched } from './watchers.ts';

export interface DemoMarketOptions {
  readonly platform: Platform;
  readonly live: LiveExchange;
  readonly pairs: readonly DemoPair[];
  readonly isWatched: IsWatched;
  /** Where the server listens. */
  readonly address: AddressInfo;
}

export interface DemoMarket {
  /** Resolves when nobody trades any more. What rests in the books stays there. */
  stop(): Promise<void>;
}

/** Begins to make the markets. One pair after the other joins, so that a start is not a rush. */
export function startDemoMarket(options: DemoMarketOptions): DemoMarket {
  const { platform } = options;
  let stopped = false;
  const desks: Desk[] = [];
  const bots: Bot[] = [];
  const run = async () => {
    const accounts = await idsOf(platform, [...demoMakers, ...demoTakers]);
    await fund(platform, { accounts, funds: botFunds, purpose: 'begin' });
    const makers = await botsOf(options, demoMakers);
    const takers = await botsOf(options, demoTakers);
    bots.push(...makers, ...takers);
    const refill = createRefill(platform);
    const running: Promise<void>[] = [];
    for (const [index, pair] of options.pairs.entries()) {
      const bot = makers[index % makers.length];
      if (stopped || !bot) break;
      const desk = openDesk(options, { pair, bot, takers, refill });
      desks.push(desk);
      // Its first turn fills the book; when that fails, the run tries again.
      await desk.turn().catch(() => undefined);
      running.push(desk.run());
    }
    await Promise.all(running);
  };
  const done = run().catch((err: unknown) => platform.log.error({ err }, 'the demo market did not start'));
  return {
    stop: async () => {
      stopped = true;
      for (const desk of desks) desk.stop();
      await done;
      for (const bot of bots) bot.close();
    },
  };
}

async function botsOf(
  { platform, address }: DemoMarketOptions,
  accounts: typeof demoMakers | typeof demoTakers,
): Promise<Bot[]> {
  const ids = await idsOf(platform, accounts);
  return ids.map(
    (account) =>
      new Bot({
        account,
        address: { host: hostOf(address), port: address.port },
        openSession: (userId) => openDemoSession(platform, userId),
      }),
  );
}

/** Whoever listens everywhere is reached on the machine itself. */
function hostOf({ address }: AddressInfo): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  return address === '::' ? '::1' : address;
}

interface DeskParts {
  readonly pair: DemoPair;
  readonly bot: Bot;
  readonly takers: readonly Bot[];
  readonly refill: (account: string) => Promise<void>;
}

function openDesk(
  { platform, pairs, isWatched }: DemoMarketOptions,
  { pair, bot, takers, refill }: DeskParts,
): Desk {
  const { runtime, clock, log } = platform;
  return new Desk({
    pair,
    maker: new Maker({ pair, bot, refill }),
    taker: new Taker({ pair, bots: takers, refill }),
    runtime,
    isWatched: () => isWatched(pair.code),
    watchedPairs: () => pairs.filter(({ code }) => isWatched(code)).length,
    now: () => clock.now().getTime(),
    log,
  });
}
