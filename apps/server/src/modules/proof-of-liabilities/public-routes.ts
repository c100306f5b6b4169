import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type LiabilitiesProof, liabilitiesEndpoints } from '@emporion/contracts/rest';
import { formatDecimal, powerOfTen } from '@emporion/kernel';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { packedFile } from './file.ts';
import { ownLeaves } from './own-leaves.ts';
import { type BuiltPublication, findPublished, listPublished } from './publication.ts';
import { requireCoin } from './require-coin.ts';

/** A file may have hundreds of megabytes, and one's own leaves take some reading. */
const filesPerMinute = 10;
const ownPerMinute = 30;

/** What was published, for everybody, and for each their own leaves. */
export function addPublicRoutes(app: App, platform: Platform): void {
  const { kysely, publicReads } = platform.database;
  const require = async (id: string): Promise<BuiltPublication> => {
    const found = await publicReads.read((db) => findPublished(db, id));
    if (!found) throw new Problem('proof_not_found');
    return found;
  };

  serveEndpoint(app, liabilitiesEndpoints.list, async ({ query: { coin, limit, offset } }) => {
    const found = await publicReads.read(async (db) => {
      if (coin !== undefined) await requireCoin(db, coin);
      return listPublished(db, { coin, limit: limit + 1, offset });
    });
    return { results: found.slice(0, limit).map(proofOnWire), more: found.length > limit };
  });

  serveEndpoint(app, liabilitiesEndpoints.read, async ({ params: { id } }) => proofOnWire(await require(id)));

  serveEndpoint(
    app,
    liabilitiesEndpoints.file,
    async ({ params: { id }, request, reply }) => {
      const { coin, height } = await require(id);
      const packed = Readable.from(packedFile(kysely, id), { objectMode: false });
      const isPacked = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="liabilities-${coin}-${height}.csv"`)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('vary', 'accept-encoding');
      if (isPacked) reply.header('content-encoding', 'gzip').send(packed);
      else reply.send(packed.compose(createGunzip()));
      // The stream is the answer; the contract describes what comes out of it.
      return reply as never;
    },
    { rateLimitPerMinute: filesPerMinute },
  );

  serveEndpoint(
    app,
    liabilitiesEndpoints.own,
    async ({ params: { id }, caller: { userId } }) => ownLeaves(platform, await require(id), userId),
    { rateLimitPerMinute: ownPerMinute },
  );
}

function proofOnWire(built: BuiltPublication): LiabilitiesProof {
  const { id, coin, coinDecimals, takenAt, height, decimals, leaves, root, digest, bytes } = built;
  const shown = (value: string) =>
    formatDecimal(BigInt(value) * powerOfTen(coinDecimals - decimals), coinDecimals);
  return {
    ...{ id, coin, height, decimals, leaves, root, digest, bytes },
    time: takenAt.toISOString(),
    total: shown(built.total),
    in_flight: shown(built.inFlight),
    anchored: built.anchoredBatch ?? 0,
    published: (built.publishedAt ?? takenAt).toISOString(),
  };
}
