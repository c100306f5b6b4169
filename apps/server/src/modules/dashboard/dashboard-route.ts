import { type Capability, type Dashboard, dashboardEndpoints } from '@emporion/contracts/rest';
import { shareAnswer } from '#platform/concurrency/shared-answer.ts';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { publicStatusOf } from '#platform/settings/public-status.ts';
import { listUndelivered } from './list-undelivered.ts';
import { certificateWatch } from './read-certificate.ts';
import { readFees } from './read-fees.ts';
import { readHealth } from './read-health.ts';
import { readMoney } from './read-money.ts';
import { readPeople } from './read-people.ts';
import { readApprovals, readQueues } from './read-queues.ts';
import { readTrading } from './read-trading.ts';
import { keepRefusals, readRefusals } from './refusals.ts';

/** However many people look, the database is asked once in so long. */
const keptMs = 5_000;

/** Who may see which queue. Those that are not named are seen by everybody of the staff. */
const queueCapabilities: Partial<Record<Dashboard['queues'][number]['name'], Capability>> = {
  approvals: 'approvals.read',
  held_withdrawals: 'withdrawals.read',
  held_deposits: 'deposits.read',
  waiting_payouts: 'withdrawals.read',
  verifications: 'verification.read',
  tickets: 'tickets.view',
  stopped_coins: 'books.read',
  bank_arrivals: 'deposits.read',
  announced_transfers: 'deposits.read',
  chargebacks: 'deposits.read',
  incidents: 'incidents.read',
};

export function addDashboardRoute(app: App, platform: Platform): void {
  const { database, clock, config } = platform;
  keepRefusals(app, platform);
  const read = shareAnswer(async () => {
    const db = database.kysely;
    const now = new Date(clock.now());
    const [money, fees, queues, people, trading, refusals] = await Promise.all([
      readMoney(db),
      readFees(db, now),
      readQueues(db, now),
      readPeople(db, now),
      readTrading(platform, now),
      readRefusals(db, now),
    ]);
    return { money, fees, queues, people, trading, refusals, time: now.toISOString() };
  }, keptMs);

  const certificate = certificateWatch(config.publicUrl);
  const health = shareAnswer(() => readHealth(platform, certificate), keptMs);
  serveEndpoint(app, dashboardEndpoints.health, () => health());
  serveEndpoint(app, dashboardEndpoints.undelivered, ({ caller, query }) =>
    listUndelivered(database.kysely, {
      ...query,
      now: clock.now(),
      persons: caller.capabilities?.has('users.personal') ?? false,
    }),
  );

  serveEndpoint(app, dashboardEndpoints.read, async ({ caller }) => {
    const may = (capability: Capability) => caller.capabilities?.has(capability) ?? false;
    const { money, fees, queues: shared, people, ...rest } = await read();
    const now = new Date(clock.now());
    const queues = [await readApprovals(database.kysely, { now, caller: caller.userId }), ...shared];
    return {
      ...rest,
      money: may('books.read') ? money : null,
      fees: may('books.read') ? fees : null,
      people: may('users.read') ? people : null,
      queues: queues.filter(({ name }) => {
        const capability = queueCapabilities[name];
        return capability === undefined || may(capability);
      }),
      maintenance: publicStatusOf(platform).maintenance,
      warnings: app.readinessReasons.flatMap((reason) => reason() ?? []),
    };
  });
}
