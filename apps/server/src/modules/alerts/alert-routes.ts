import { alertEndpoints, alertsMax } from '@emporion/contracts/rest';
import { readMarkets } from '#modules/markets/index.ts';
import { atOneMoment } from '#platform/database/at-one-moment.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import { alertOnWire } from './alert.ts';
import { type DeskParts, removeAlert, setAlert } from './alert-desk.ts';
import { listActive, listFired } from './store.ts';

/** Of those that fired so many are shown. */
const firedMax = 50;

export function addAlertRoutes(app: App, parts: DeskParts): void {
  const { platform } = parts;
  const db = platform.database.kysely;

  serveEndpoint(app, alertEndpoints.list, async ({ caller: { userId } }) => {
    // One that fires meanwhile is in one of the two lists.
    const { active, fired } = await atOneMoment(db, async (moment) => ({
      active: await listActive(moment, userId),
      fired: await listFired(moment, { userId, limit: firedMax }),
    }));
    return { active: active.map(alertOnWire), fired: fired.map(alertOnWire) };
  });

  serveEndpoint(app, alertEndpoints.create, async ({ body, caller }) => {
    // Pairs of hidden coins do not exist for anyone.
    const { pairs } = await readMarkets(platform);
    if (!pairs.some(({ code }) => code === body.pair)) throw new Problem('invalid_trading_pair');
    return alertOnWire(await setAlert(parts, caller.userId, body));
  });

  serveEndpoint(app, alertEndpoints.remove, async ({ params, caller }) => {
    await removeAlert(parts, { userId: caller.userId, id: params.id });
    return {};
  });

  if (app.hasDecorator('accountHooks'))
    app.accountHooks.addExportSection('alerts', async (reader, userId) => {
      const fired = await listFired(reader, { userId, limit: alertsMax });
      return [...(await listActive(reader, userId)), ...fired].map(alertOnWire);
    });
}
