import { serviceStatusEndpoints } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { readServedHealth } from '#modules/dashboard/index.ts';
import { readNetworkStates } from '#modules/wallet/index.ts';
import { shareAnswer } from '#platform/concurrency/shared-answer.ts';
import type { App } from '#platform/http/app.ts';
import { requestLanguage } from '#platform/http/request-language.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { publicStatusOf } from '#platform/settings/public-status.ts';
import { incidentIn, listLately } from './incident-rows.ts';
import { servicePartsOf, withIncidents } from './service-parts.ts';

/** However many look while something is wrong, nodes are asked once in so long, and the database for incidents. */
const measuredMs = 15_000;
const incidentsMs = 1_000;

/** How each part stands, for everybody. What is measured behind it, and what a node or the signer said, stays with staff. */
export function addStatusRoute(app: App, platform: Platform): void {
  const { database, clock } = platform;
  const measure = shareAnswer(async () => {
    const [{ signer, results: networks }, served, markets] = await Promise.all([
      readNetworkStates(platform),
      readServedHealth(platform),
      countMarkets(platform),
    ]);
    const { mail, journal, projections } = served;
    return {
      ...{ mail: mail.state, journal: journal.state, projections: projections.state, markets, networks },
      signs: signer.state === 'reached' || (signer.state === 'none' && platform.config.demo),
      time: clock.now().toISOString(),
    };
  }, measuredMs);
  const lately = shareAnswer(() => listLately(database.kysely, clock.now()), incidentsMs);

  serveEndpoint(app, serviceStatusEndpoints.read, async ({ request }) => {
    const language = requestLanguage(request.headers['accept-language']);
    const [{ time, ...measured }, incidents] = await Promise.all([measure(), lately()]);
    const { maintenance } = publicStatusOf(platform);
    return {
      ...{ maintenance, time, parts: withIncidents(servicePartsOf({ ...measured, maintenance }), incidents) },
      incidents: incidents.map((row) => incidentIn(row, language)),
    };
  });
}

async function countMarkets({ database }: Platform): Promise<{ open: number; closed: number }> {
  const { rows } = await sql<{ open: number; closed: number }>`
    select count(*) filter (where state = 'open')::int as open, count(*) filter (where state <> 'open')::int as closed from pairs
  `.execute(database.kysely);
  return rows[0] ?? { open: 0, closed: 0 };
}
