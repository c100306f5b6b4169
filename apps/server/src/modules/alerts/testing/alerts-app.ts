import { alertEndpoints } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { feedsModule } from '#modules/feeds/index.ts';
import { notificationsModule } from '#modules/notifications/index.ts';
import { tradingModule } from '#modules/trading/index.ts';
import { realtimeModule } from '#realtime/index.ts';
import type { TestDatabase } from '#testing/database.ts';
import { createTradingApp, type TradingApp, userId } from '#testing/trading-app.ts';
import { alertsModule } from '../index.ts';

export const pair = 'BTC-USDT';

export interface NotificationFound {
  readonly userId: string;
  readonly template: string;
  readonly key: string;
}

export interface AlertsApp extends TradingApp {
  /** Two people trade with each other at a price. */
  trade(price: string, quantity?: string): Promise<void>;
  set(
    as: string,
    value: string,
    terms?: { pair?: string; metric?: string; direction?: string },
  ): Promise<{ status: number; body: ReturnType<typeof JSON.parse> }>;
  alerts(as: string): Promise<ReturnType<typeof alertEndpoints.list.response.parse>>;
  notifications(): Promise<NotificationFound[]>;
}

/** The exchange with alerts on it, in which bitcoin was traded at 50,000. */
export async function createAlertsApp(test?: TestDatabase): Promise<AlertsApp> {
  const app = await createTradingApp({
    modules: [realtimeModule, tradingModule, feedsModule, notificationsModule, alertsModule],
    mails: true,
    ...(test && { test }),
  });
  const trade = async (price: string, quantity = '0.001') => {
    const order = { type: 0, pair, quantity, price };
    for (const [as, operation] of [
      ['seller', 'sell'],
      ['buyer', 'buy'],
    ] as const) {
      const { status } = await app.call({
        method: 'POST',
        path: 'orders',
        as,
        body: { ...order, operation },
      });
      if (status !== 200) throw new Error(`The ${operation} at ${price} was refused.`);
    }
  };
  if (!test) {
    await app.fund('seller', 'BTC', '1000');
    await app.fund('buyer', 'USDT', '1000000000');
    await trade('50000');
  }
  return {
    ...app,
    trade,
    set: (as, value, terms = {}) => {
      const body = { pair, metric: 'price', direction: 'above', value, ...terms };
      return app.call({ method: 'POST', path: 'alerts', as, body });
    },
    alerts: async (as) => alertEndpoints.list.response.parse((await app.call({ path: 'alerts', as })).body),
    notifications: async () => {
      const { rows } = await sql<NotificationFound>`
        select user_id as "userId", template, key from user_notifications where template like 'alert%' order by id
      `.execute(app.test.database.kysely);
      return rows;
    },
  };
}

/** Gives a name of the tests an account to write to. */
export async function addUser(
  { test }: Pick<TradingApp, 'test'>,
  name: string,
  {
    language = 'en',
    phrase = null,
    notifications = {},
  }: { language?: string; phrase?: string | null; notifications?: object } = {},
): Promise<string> {
  const email = `${name}@example.test`;
  await sql`
    insert into users (
      id, email, username, password_hash, first_name, last_name, country, birthday, language, anti_phishing_phrase,
      notifications, referral_code, terms_accepted_at, privacy_accepted_at
    )
    values (
      ${userId(name)}, ${email}, ${name}, 'none', 'Thea', 'Test', 'PT', '1990-05-17', ${language}, ${phrase},
      ${JSON.stringify(notifications)}::jsonb, ${name.toUpperCase().padEnd(8, 'A')}, now(), now()
    )
  `.execute(test.database.kysely);
  return email;
}
