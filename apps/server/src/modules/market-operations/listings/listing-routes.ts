import { coinLogoLengthMax, listingEndpoints } from '@emporion/contracts/rest';
import type { App } from '#platform/http/app.ts';
import { boundBodies } from '#platform/http/bodies/bounded-bodies.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { callOffTerms, listTermDrafts } from '../coin-terms/term-drafts.ts';
import { readStaffMarket } from '../markets/market-routes.ts';
import { changeCoin } from './change-coin.ts';
import { changeNetwork } from './change-network.ts';
import { changeCoinLogo } from './coin-logo.ts';
import { createCoin, previewCoin } from './coins.ts';
import { createMarket, previewMarket } from './markets.ts';
import { readStaffCoins } from './read-coins.ts';

export async function addListingRoutes(app: App, platform: Platform): Promise<void> {
  const { kysely } = platform.database;
  serveEndpoint(app, listingEndpoints.coins, async () => ({
    ...(await readStaffCoins(kysely)),
    term_drafts: await listTermDrafts(kysely),
  }));
  serveEndpoint(app, listingEndpoints.cancelTermDraft, async (call) => {
    const { currency: coin, id } = call.params;
    await callOffTerms(platform, call, { coin, id });
    return {};
  });
  await boundBodies(app, { bytesMax: coinLogoLengthMax + 65_536 }, (scope) => {
    serveEndpoint(scope, listingEndpoints.createCoin, (call) => createCoin(platform, call));
    serveEndpoint(scope, listingEndpoints.changeLogo, (call) =>
      changeCoinLogo(platform, call.params.currency, call),
    );
  });
  serveEndpoint(app, listingEndpoints.previewCoin, async (call) => ({
    networks: await previewCoin(platform, call),
  }));
  serveEndpoint(app, listingEndpoints.changeCoin, (call) => changeCoin(platform, call.params.currency, call));
  serveEndpoint(app, listingEndpoints.changeNetwork, (call) =>
    changeNetwork(platform, call.params.network, call),
  );
  serveEndpoint(app, listingEndpoints.previewMarket, ({ body }) => previewMarket(kysely, body));
  serveEndpoint(app, listingEndpoints.createMarket, async (call) =>
    readStaffMarket(platform, await createMarket(platform, call)),
  );
}
