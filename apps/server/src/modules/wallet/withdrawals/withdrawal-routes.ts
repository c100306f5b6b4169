import { withdrawalEndpoints } from '@emporion/contracts/rest';
import type { FastifyRequest } from 'fastify';
import { originOf, sendConfirmationCode } from '#modules/identity/index.ts';
import { requireThawed } from '#modules/trading/index.ts';
import type { App } from '#platform/http/app.ts';
import { shownBy } from '#platform/http/authenticate-request.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { callOff } from './call-off.ts';
import { confirmByCode, confirmByLink, requireAwaitsCode } from './confirm-withdrawal.ts';
import { hashOf, type Presser, requireUsableLink } from './mail-link.ts';
import { quoteWithdrawal } from './quote-withdrawal.ts';
import { checkRecipient, requestWithdrawal } from './request-withdrawal.ts';
import { mailCodeAndLink, sendLinkAgain } from './send-link.ts';
import { findByLink, findWithdrawal, networkName } from './store.ts';
import type { Withdrawal } from './withdrawal.ts';
import { withdrawalOnWire } from './withdrawal-wire.ts';

const links = { rateLimitPerMinute: 30 };

export function addWithdrawalRoutes(app: App, platform: Platform): void {
  const { kysely } = platform.database;
  const show = (withdrawal: Withdrawal) => withdrawalOnWire(kysely, withdrawal);

  serveEndpoint(app, withdrawalEndpoints.quote, ({ caller: { userId }, query }) =>
    quoteWithdrawal(platform, { userId, coin: query.currency, network: query.network, amount: query.amount }),
  );

  serveEndpoint(app, withdrawalEndpoints.recipient, ({ caller: { userId }, body }) => {
    const { currency: coin, network, address, memo = '', holder = null } = body;
    const asked = { userId, coin, network, address, memo: memo === '' ? null : memo, holder };
    return checkRecipient(platform, asked);
  });

  serveEndpoint(app, withdrawalEndpoints.request, async ({ caller, body, request }) => {
    requireThawed(caller);
    const { userId, sessionId } = caller;
    const { currency: coin, memo = '', holder = null, client_id: clientId, ...given } = body;
    const asked = { userId, sessionId, coin, ...given, memo: memo === '' ? null : memo, holder, clientId };
    return show(await requestWithdrawal(platform, { ...asked, origin: originOf(request) }));
  });

  serveEndpoint(app, withdrawalEndpoints.read, async ({ caller: { userId }, params: { id } }) =>
    show(await ownWithdrawal(platform, { userId, id })),
  );

  serveEndpoint(app, withdrawalEndpoints.sendCode, async ({ caller: { userId }, params: { id }, body }) => {
    const awaited = await requireAwaitsCode(platform, { userId, id });
    const { coin, amount, address, memo, holder, network } = awaited;
    return sendConfirmationCode(platform, {
      ...{ userId, action: 'withdrawal', method: body.method, boundTo: id },
      facts: {
        ...{ coin, amount, address, memo: memo ?? undefined, holder: holder ?? undefined },
        network: await networkName(kysely, network),
      },
      mailAlone: (transaction, user, code) => mailCodeAndLink(transaction, platform, { user, id, code }),
    });
  });

  serveEndpoint(app, withdrawalEndpoints.confirm, async ({ caller, params: { id }, body, request }) => {
    requireThawed(caller);
    const { userId } = caller;
    const given = { userId, id, confirmation: body.confirmation, origin: originOf(request) };
    return show(await confirmByCode(platform, given));
  });

  serveEndpoint(app, withdrawalEndpoints.sendLink, async ({ caller: { userId }, params: { id } }) =>
    show(await sendLinkAgain(platform, { userId, id })),
  );

  serveEndpoint(app, withdrawalEndpoints.cancel, async ({ caller: { userId }, params: { id } }) =>
    show(await callOff(platform, { id, userId, reason: 'cancelled_by_user' })),
  );

  serveEndpoint(
    app,
    withdrawalEndpoints.readByLink,
    async ({ caller: { userId }, body: { token } }) => {
      const found = await findByLink(kysely, hashOf(token));
      if (!found) throw new Problem('invalid_token');
      if (found.userId !== userId) throw new Problem('link_of_another_account');
      return show(found);
    },
    links,
  );

  serveEndpoint(
    app,
    withdrawalEndpoints.confirmByLink,
    async ({ body: { token }, request }) =>
      show(await confirmByLink(platform, { token, by: await presserOf(request) })),
    links,
  );

  serveEndpoint(
    app,
    withdrawalEndpoints.cancelByLink,
    async ({ body: { token }, request }) => {
      const by = await presserOf(request);
      const { id } = requireUsableLink(await findByLink(kysely, hashOf(token)), {
        by,
        now: platform.clock.now(),
      });
      return show(await callOff(platform, { id, reason: 'cancelled_by_user', by }));
    },
    links,
  );
}

async function presserOf(request: FastifyRequest): Promise<Presser> {
  return { userId: (await shownBy(request))?.userId, origin: originOf(request) };
}

/** @throws Problem transaction_not_found, for somebody else's too. */
async function ownWithdrawal(
  { database }: Platform,
  { userId, id }: { userId: string; id: string },
): Promise<Withdrawal> {
  const found = await findWithdrawal(database.kysely, id);
  if (found?.userId !== userId) throw new Problem('transaction_not_found');
  return found;
}
