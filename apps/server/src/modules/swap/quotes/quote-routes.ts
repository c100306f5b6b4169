import { quoteSeconds, swapEndpoints } from '@emporion/contracts/rest';
import { requireThawed, submit, type Trading } from '#modules/trading/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import { keepRequest } from '../history/requests.ts';
import { requireSwappable } from '../route.ts';
import { swapOfCommand, swapOnWire } from '../swap-wire.ts';
import { makeQuote, quoteOnWire } from './make-quote.ts';
import { type Promised, quoteId, readQuoteId } from './quote-id.ts';

/** A page asks every few seconds, and at each pause of the typing. */
const quotesPerMinute = 120;

export function addQuoteRoutes(app: App, trading: Trading): void {
  const { platform, live } = trading;
  const limits = { rateLimitPerMinute: quotesPerMinute };

  serveEndpoint(
    app,
    swapEndpoints.previewSwap,
    async ({ body }) => quoteOnWire(live, await makeQuote(trading, body, null)),
    limits,
  );

  serveEndpoint(
    app,
    swapEndpoints.quoteSwap,
    async ({ body, caller: { userId: account } }) => {
      const quote = await makeQuote(trading, body, account);
      const expiresAt = platform.clock.now().getTime() + quoteSeconds * 1_000;
      const { from, to, given, unused, least } = quote;
      return {
        id: quoteId(platform.config, {
          ...{ account, from, to, route: [...quote.route], given, unused, least, expiresAt },
        }),
        ...quoteOnWire(live, quote),
        expires_at: new Date(expiresAt).toISOString(),
        expires_in: quoteSeconds,
      };
    },
    limits,
  );

  serveEndpoint(app, swapEndpoints.acceptQuote, async ({ body, caller }) => {
    const promised = readQuoteId(platform.config, body.quote);
    if (promised?.account !== caller.userId) throw new Problem('not_found');
    requireThawed(caller);
    const { from, to } = promised;
    // A repetition is answered as it was the first time, whatever was switched off since.
    if (!(await wasTried(trading, promised))) {
      await requireSwappable(platform, { from, to });
      if (promised.expiresAt < platform.clock.now().getTime()) throw new Problem('quote_expired');
    }
    const result = await carryOut(trading, promised);
    const swap = await swapOfCommand(trading, caller.userId, result);
    const asked = promised.given + promised.unused;
    await keepRequest(trading, { account: caller.userId, swap, asked });
    return swapOnWire(live, swap, asked - swap.given);
  });
}

const keyOf = ({ account, nonce }: Promised) => `swap:${account}:quote:${nonce}`;

/** Whoever did not hear the answer asks again, perhaps when the quote has long expired: under a known key nothing is carried out twice. */
function wasTried({ platform }: Trading, promised: Promised): Promise<boolean> {
  return platform.view.read(({ recentKeys }) => recentKeys.get(keyOf(promised)) !== undefined);
}

/** @throws Problem price_changed, and what `submit` throws. */
async function carryOut(trading: Trading, promised: Promised) {
  const { account, from, to, route, given: amount, least: minimumReceived } = promised;
  const command = {
    kind: 'Swap',
    key: keyOf(promised),
    account,
    from,
    to,
    route,
    amount,
    minimumReceived,
  } as const;
  try {
    return await submit(trading, command);
  } catch (error) {
    // The books of this moment are not those of the quote, whatever it is that they do not give any more.
    if (error instanceof Problem && ofTheBooks.has(error.code)) throw new Problem('price_changed');
    throw error;
  }
}

const ofTheBooks: ReadonlySet<string> = new Set([
  ...['swap_price_moved', 'swap_not_offered', 'order_size_too_small', 'order_size_too_large'],
  ...['order_cost_limit', 'order_small_quantity', 'order_wrong_quantity', 'order_bad_quantity'],
]);
