import { addressBookEndpoints, type SavedAddress as WireAddress } from '@emporion/contracts/rest';
import { originOf } from '#modules/identity/index.ts';
import { requireThawed } from '#modules/trading/index.ts';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { readPolicy } from '../withdrawals/policy.ts';
import { listSavedAddresses, renameAddress, type SavedAddress } from './address-book.ts';
import { removeAddress } from './remove-address.ts';
import { saveAddress } from './save-address.ts';
import { addOnlyRoutes } from './saved-addresses-only.ts';

export function addAddressBookRoutes(app: App, platform: Platform): void {
  const { kysely } = platform.database;
  addOnlyRoutes(app, platform);
  const delayMs = async () => (await readPolicy(kysely)).addressDelayHours * 3_600_000;

  serveEndpoint(
    app,
    addressBookEndpoints.list,
    async ({ caller: { userId }, query: { currency, network } }) => {
      const delay = await delayMs();
      const own = await listSavedAddresses(kysely, userId);
      const asked = own.filter(
        (each) =>
          (currency === undefined || each.coin === currency) &&
          (network === undefined || each.network === network),
      );
      return { results: asked.map((address) => onWire(address, delay)) };
    },
  );

  serveEndpoint(app, addressBookEndpoints.add, async ({ caller, body, request }) => {
    requireThawed(caller);
    const { userId } = caller;
    const { label, currency: coin, network, address, memo = '', holder = null, confirmation } = body;
    const asked = { userId, label, coin, network, address, memo: memo === '' ? null : memo, holder };
    const saved = await saveAddress(platform, { ...asked, confirmation, origin: originOf(request) });
    return onWire(saved, await delayMs());
  });

  serveEndpoint(
    app,
    addressBookEndpoints.rename,
    async ({ caller: { userId }, params: { id }, body: { label } }) =>
      onWire(await renameAddress(kysely, { userId, id, label }), await delayMs()),
  );

  serveEndpoint(app, addressBookEndpoints.remove, async ({ caller: { userId }, params: { id }, request }) => {
    await removeAddress(platform, { userId, id, origin: originOf(request) });
    return {};
  });
}

function onWire(row: SavedAddress, delayMs: number): WireAddress {
  const { id, label, coin: currency, network, address, memo, holder, createdAt, lastUsedAt } = row;
  return {
    ...{ id, label, currency, network, address, memo, holder, created: createdAt.toISOString() },
    last_used: lastUsedAt?.toISOString() ?? null,
    usable_from: new Date(createdAt.getTime() + delayMs).toISOString(),
  };
}
