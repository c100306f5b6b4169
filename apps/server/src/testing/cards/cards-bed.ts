import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AcquirerEvent,
  signatureHeader,
  signedText,
  timestampHeader,
} from '@emporion/contracts/acquirer';
import { CardOrder } from '@emporion/contracts/rest';
import { houseAccount } from '@emporion/core';
import { sql } from 'kysely';
import { approvalsModule } from '#modules/approvals/index.ts';
import { seedDemoBank } from '#modules/bank/bank-accounts.ts';
import { acquirersOf, hookPath } from '#modules/cards/acquirer/acquirers.ts';
import { signedHeaders } from '#modules/cards/acquirer/signed-message.ts';
import { cardsModule } from '#modules/cards/index.ts';
import { swapModule } from '#modules/swap/index.ts';
import { createWalletApp, type WalletApp } from '#modules/wallet/testing/wallet-app.ts';
import { folders } from '#platform/folders.ts';

export interface CardsBed {
  readonly app: WalletApp;
  readonly post: (path: string, as: string, body: object) => ReturnType<WalletApp['call']>;
  balance(name: string, coin: string): Promise<string>;
  /** What an acquirer owes us of a currency, in hundredths. */
  owed(system?: string, coin?: string): Promise<bigint>;
  house(kind: 'chargeback-loss' | 'in-flight' | 'bank', name: string, coin?: string): Promise<bigint>;
  /** Orders a purchase of BTC for 100 USD. */
  buy(as: string, more?: object): Promise<CardOrder>;
  /** Pays on the hosted page, as a browser does; answers with the page that is shown then. */
  payOn(order: CardOrder, fields: Record<string, string>): Promise<string>;
  /** Asks the sandbox to do something that only a sandbox can. */
  control(action: string, order?: CardOrder): Promise<void>;
  read(order: CardOrder, as: string): Promise<CardOrder>;
  /** Waits until an order has come somewhere. */
  until(order: CardOrder, as: string, status: CardOrder['status']): Promise<CardOrder>;
  /** Posts an event as the acquirer would. */
  tell(
    event: AcquirerEvent,
    forged?: { secret?: string; ageSeconds?: number; system?: string },
  ): Promise<number>;
  close(): Promise<void>;
}

export const card = (number: string) => ({
  ...{ holder: 'Theo Test', number, month: '12', year: '2040', code: '123', do: 'pay' },
});

function buildSandbox(): Record<string, string> {
  execFileSync(process.execPath, [join(folders.root, 'scripts', 'build.mjs'), 'acquirer-sandbox']);
  return { CARD_SANDBOX_PORT: '0', DEMO: 'true' };
}

/** The real server, on a real port, with the real process of the sandbox or the pay systems of its settings. */
export async function openCardsBed(paySystems?: Record<string, string>): Promise<CardsBed> {
  const env = paySystems ?? buildSandbox();
  const dataFolder = mkdtempSync(join(tmpdir(), 'emporion-cards-'));
  const app = await createWalletApp({
    modules: [approvalsModule, swapModule, cardsModule],
    env: { DATA_DIR: dataFolder, ...env },
    clock: { now: () => new Date() },
    jobs: { add: async () => undefined, stop: async () => undefined },
  });
  await seedDemoBank(app.test.database.kysely);
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  await app.change('update withdrawal_policy set level = 2, velocity_requests = 1000, card_hold_hours = 0');
  const address = app.app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  for (const [coin, amount] of [
    ['USD', '10000000'],
    ['BTC', '100'],
  ] as const)
    await app.fund('maker', coin, amount);
  const post: CardsBed['post'] = (path, as, body) => app.call({ method: 'POST', path, as, body });
  const { platform, runtime } = app;
  const secretOf = (system: string) => acquirersOf(platform).find(system)?.secret ?? '';
  const read: CardsBed['read'] = async ({ id }, as) =>
    CardOrder.parse((await app.call({ path: `card/orders/${id}`, as })).body);
  let clients = 0;
  let origin = '';
  return {
    app,
    post,
    read,
    balance: async (name, coin) => (await app.balance(name))[coin]?.actual ?? '0',
    owed: (system = 'cauri', coin = 'USD') =>
      runtime.read(({ ledger }) => -ledger.available(houseAccount('acquirer', system), coin)),
    house: (kind, name, coin = 'USD') =>
      runtime.read(({ ledger }) => ledger.available(houseAccount(kind, name), coin)),
    buy: async (as, more = {}) => {
      clients += 1;
      const asked = { pay_system: 'cauri', currency: 'USD', coin: 'BTC', give: '100' };
      const { body: preview } = await post('card/purchase-preview', as, asked);
      const words = { method: 'credit_card', least: preview.least, client_id: `order-${clients}` };
      const { body } = await post('card/purchases', as, { ...asked, ...words, ...more });
      const order = CardOrder.parse(body);
      origin = new URL(order.pay_page ?? origin).origin;
      return order;
    },
    payOn: async ({ pay_page }, fields) => {
      const answer = await fetch(pay_page ?? '', { method: 'POST', body: new URLSearchParams(fields) });
      return answer.text();
    },
    control: async (action, order) => {
      const body = JSON.stringify({ do: action, order: order?.id });
      const headers = signedHeaders(secretOf('cauri'), body, new Date());
      await fetch(`${origin}/cauri/api/sandbox`, { method: 'POST', body, headers });
    },
    until: async (order, as, status) => {
      for (;;) {
        const found = await read(order, as);
        if (found.status === status) return found;
        // The sandbox tells within a moment; a test that waits for ever is ended by the runner.
        await new Promise((done) => setTimeout(done, 100));
      }
    },
    tell: async (event, { system = 'cauri', secret = secretOf(system), ageSeconds = 0 } = {}) => {
      const body = JSON.stringify(event);
      const timestamp = String(Math.floor(Date.now() / 1_000) - ageSeconds);
      const signature = createHmac('sha256', secret).update(signedText(timestamp, body)).digest('hex');
      const headers = {
        'content-type': 'application/json',
        [timestampHeader]: timestamp,
        [signatureHeader]: signature,
      };
      const { status } = await fetch(`http://127.0.0.1:${port}${hookPath}${system}`, {
        method: 'POST',
        body,
        headers,
      });
      return status;
    },
    close: async () => {
      await app.close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** A market in which one BTC costs 50,000 USD, deep enough for everything here. */
export async function fillBook({ app, post }: Pick<CardsBed, 'app' | 'post'>): Promise<void> {
  await app.call({ method: 'DELETE', path: 'orders', as: 'maker' });
  for (const order of [
    { operation: 'sell', quantity: '1', price: '50000' },
    { operation: 'buy', quantity: '1', price: '49900' },
  ])
    await post('orders', 'maker', { type: 0, pair: 'BTC-USD', ...order });
}

export async function rowOf({ app }: Pick<CardsBed, 'app'>, { id }: CardOrder) {
  const { rows } = await sql<{ stage: string; lost: string | null; payment: string }>`
    select stage, (select trim_scale(sum(lost))::text from card_reversals where order_id = card_orders.id) as lost, payment
    from card_orders where id = ${id}
  `.execute(app.test.database.kysely);
  return rows[0];
}
