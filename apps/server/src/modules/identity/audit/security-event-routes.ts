import { securityEventEndpoints } from '@emporion/contracts/rest';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { readSecurityEvents } from './read.ts';

const numberPattern = /^[0-9]{1,18}$/;

export function addSecurityEventRoutes(app: App, { database }: Platform): void {
  serveEndpoint(
    app,
    securityEventEndpoints.list,
    async ({ caller, query: { limit, cursor, staff, ...filter } }) => {
      if (cursor !== undefined && !numberPattern.test(cursor))
        throw new Problem('unprocessable_entity', { fields: { cursor: { code: 'value_invalid' } } });
      const personal = caller.capabilities?.has('users.personal') ?? false;
      const found = await readSecurityEvents(database.kysely, {
        ...{ ...filter, withStaff: staff === 'true', limit: limit + 1, before: cursor },
      });
      const rows = found.slice(0, limit);
      return {
        results: rows.map((row) => ({
          id: String(row.id),
          time: row.happenedAt.toISOString(),
          event: row.event,
          ...{ user: row.userId, username: row.username },
          ...{ actor: row.actorId, actor_name: row.actorName },
          address: personal ? row.address : null,
          device: personal ? row.device : null,
          details: row.details,
        })),
        next: found.length > limit ? String(rows.at(-1)?.id) : null,
      };
    },
  );
}
