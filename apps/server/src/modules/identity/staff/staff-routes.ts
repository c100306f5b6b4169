import { staffEndpoints } from '@emporion/contracts/rest';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { readSecurityEvents } from '../audit/read.ts';

export function addStaffRoutes(app: App, { database }: Platform): void {
  serveEndpoint(app, staffEndpoints.audit, async ({ query: { user, event, limit, offset } }) => {
    const rows = await readSecurityEvents(database.kysely, { userId: user, event, limit, offset });
    return {
      results: rows.map((row) => ({
        id: String(row.id),
        time: row.happenedAt.toISOString(),
        event: row.event,
        user: row.userId,
        actor: row.actorId,
        address: row.address,
        device: row.device,
        details: row.details,
      })),
    };
  });
}
