import { type P2pCode, p2pCodeEndpoints } from '@emporion/contracts/rest';
import { originOf } from '#modules/identity/index.ts';
import { requireThawed } from '#modules/trading/index.ts';
import type { App } from '#platform/http/app.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import { codeOf, shownCode } from './code-text.ts';
import { cancelCode, createCode, redeemCode, showCode } from './money-codes.ts';
import { listCodes, type MoneyCode } from './store.ts';

/** Nobody redeems more by hand; a code has 160 bits, so this only keeps the noise of guessing away. */
const codesPerMinute = 20;

export function addCodeRoutes(app: App, platform: Platform): void {
  const { kysely } = platform.database;
  const limits = { rateLimitPerMinute: codesPerMinute };

  serveEndpoint(app, p2pCodeEndpoints.create, async ({ caller, body, request }) => {
    requireThawed(caller);
    const { userId, sessionId } = caller;
    const { currency: coin, amount, client_id: clientId, confirmation } = body;
    const asked = { userId, sessionId, coin, amount, clientId, confirmation, origin: originOf(request) };
    const { row, isShown } = await createCode(platform, asked);
    return onWire(platform, row, { userId, isShown });
  });

  serveEndpoint(
    app,
    p2pCodeEndpoints.redeem,
    async ({ caller, body: { code } }) => {
      requireThawed(caller);
      const { userId } = caller;
      return onWire(platform, await redeemCode(platform, { userId, text: code }), { userId });
    },
    limits,
  );

  serveEndpoint(app, p2pCodeEndpoints.show, async ({ caller: { userId }, params: { id }, body, request }) => {
    const asked = { userId, id, confirmation: body.confirmation, origin: originOf(request) };
    return onWire(platform, await showCode(platform, asked), { userId, isShown: true });
  });

  serveEndpoint(app, p2pCodeEndpoints.cancel, async ({ caller: { userId }, params: { id } }) =>
    onWire(platform, await cancelCode(platform, { userId, id }), { userId }),
  );

  serveEndpoint(app, p2pCodeEndpoints.list, async ({ caller: { userId }, query }) => {
    const { limit, offset, cursor, status } = query;
    const asked = { userId, status, limit: limit + 1, offset, after: readCursor(cursor) };
    const found = await listCodes(kysely, asked);
    const shown = found.slice(0, limit);
    return {
      results: shown.map((code) => onWire(platform, code, { userId })),
      next: found.length > limit ? writeCursor(shown.at(-1)) : null,
    };
  });
}

const statuses: Readonly<Record<MoneyCode['status'], P2pCode['status']>> = {
  locking: 'active',
  open: 'active',
  redeeming: 'active',
  cancelling: 'active',
  refused: 'cancelled',
  redeemed: 'redeemed',
  cancelled: 'cancelled',
  expired: 'expired',
};

/** Its letters only to whoever has just proved to be its maker: a stolen session sees how it ends. */
function onWire(
  { config }: Platform,
  row: MoneyCode,
  { userId, isShown = false }: { userId: string; isShown?: boolean },
): P2pCode {
  const isMaker = row.maker === userId;
  return {
    id: row.id,
    created: row.createdAt.toISOString(),
    expires: row.expiresAt.toISOString(),
    ended: row.endedAt?.toISOString() ?? null,
    currency: row.coin,
    amount: row.amount,
    status: statuses[row.status],
    direction: isMaker ? 'made' : 'redeemed',
    code: isShown && isMaker && row.status === 'open' ? codeOfRow(config, row) : null,
    ending: isMaker ? row.hint : null,
    client_id: isMaker ? row.clientId : null,
  };
}

/** A code that was made under another `SECRET` cannot be shown any more; it can be redeemed and cancelled. */
function codeOfRow(config: Platform['config'], { id, hint }: MoneyCode): string | null {
  const code = codeOf(config, id);
  return code.endsWith(hint) ? shownCode(code) : null;
}
