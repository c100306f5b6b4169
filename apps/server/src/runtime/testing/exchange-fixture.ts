import type { MarketRules } from '@emporion/core';
import { pino } from 'pino';
import type { Database } from '#platform/database/database.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import type { CommandRequest, Runtime } from '#platform/runtime.ts';
import { openJournalWriter } from '#runtime/journal/journal-writer.ts';
import { type RuntimeOptions, startRuntime } from '#runtime/start-runtime.ts';
import { booked, testDeposit } from './booked.ts';

export const silent = pino({ level: 'silent' });

export interface TestRuntime extends Runtime {
  /** Why it stopped, once it has. */
  readonly fault: Promise<unknown>;
}

/** A runtime on a database of the test's own. */
export async function startTestRuntime(
  database: Database,
  options: Partial<RuntimeOptions> = {},
): Promise<TestRuntime> {
  let onFault: (cause: unknown) => void = () => undefined;
  const fault = new Promise<unknown>((done) => {
    onFault = done;
  });
  const runtime = await startRuntime({
    database,
    log: silent,
    metrics: createMetrics(),
    clock: { now: () => new Date() },
    onFault,
    // The one before may have just ended, and a machine that stands still takes longer over that than people wait.
    openWriter: (terms) => openJournalWriter({ ...terms, lockWaitMs: 300_000 }),
    // A test that moves the clock means that time has passed.
    ...(options.clock && { monotonicMs: () => options.clock?.now().getTime() ?? 0 }),
    ...options,
  });
  return Object.assign(runtime, { fault });
}

export const rules: MarketRules = {
  tick: 1,
  lot: 1,
  minimumQuantity: 1,
  maximumQuantity: 1_000_000,
  minimumCost: 1n,
  maximumCost: 10n ** 30n,
  band: 0,
  fees: [{ maker: 1_000, taker: 2_000 }],
};

/** One market of two coins without decimals, and two people with a million of each. */
export const setup: readonly CommandRequest[] = [
  { kind: 'ListCoin', key: 'coin:TEA', coin: 'TEA', decimals: 0 },
  { kind: 'ListCoin', key: 'coin:GOLD', coin: 'GOLD', decimals: 0 },
  {
    kind: 'OpenMarket',
    key: 'market:TEA-GOLD',
    market: 'TEA-GOLD',
    base: 'TEA',
    quote: 'GOLD',
    priceDecimals: 0,
    quantityDecimals: 0,
    rules,
  },
  ...['ann', 'bob'].flatMap((account): CommandRequest[] => [
    { kind: 'OpenAccount', key: `account:${account}`, account },
    ...['TEA', 'GOLD'].map(
      (coin): CommandRequest => ({
        ...testDeposit,
        ...booked(`deposit:${account}:${coin}`),
        account,
        coin,
        amount: 1_000_000n,
      }),
    ),
  ]),
];

export async function setUp(runtime: Runtime): Promise<void> {
  for (const result of await Promise.all(setup.map((command) => runtime.execute(command)))) {
    if (result.status !== 'accepted') throw new Error(`The setup was refused: ${JSON.stringify(result)}`);
  }
}

export function order(key: string, fields: Partial<Extract<CommandRequest, { kind: 'PlaceOrder' }>> = {}) {
  return {
    kind: 'PlaceOrder',
    key,
    account: 'ann',
    market: 'TEA-GOLD',
    side: 'sell',
    type: 'limit',
    quantity: 1,
    price: 20,
    ...fields,
  } as const satisfies CommandRequest;
}
