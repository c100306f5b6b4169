import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { coinCode, pairCode } from '#rest/codes.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { desk, explained } from './fields.ts';

/** The switches of a coin, under the names that the public list of coins has. */
export const CoinSwitches = named(
  'CoinSwitches',
  z.strictObject({
    disable_all: described(
      z.boolean(),
      'The coin is hidden: no orders, swaps, deposits or withdrawals, and users do not see it.',
    ),
    disable_exchange: described(z.boolean(), 'No swaps, recurring swaps or card orders of the coin.'),
    disable_pairs: described(z.boolean(), 'No new orders in any market of the coin.'),
    disable_stack: described(
      z.boolean(),
      'The same for the order books of the coin, with a message that names the coin and not the pair.',
    ),
  }),
);
export type CoinSwitches = z.infer<typeof CoinSwitches>;

/** To switch trading of a coin or a pair takes one person, off and on. A market that was halted stays halted. */
const switching = { ...desk, access: 'markets.halt', method: 'PUT' } as const;

export const tradingSwitchEndpoints = {
  switchCoin: defineEndpoint({
    ...switching,
    path: 'admin/coins/:currency/trading',
    summary: 'Switch swaps, pairs and order books of a coin off or on, or hide the coin',
    params: z.object({ currency: coinCode }),
    body: z.extend(CoinSwitches, explained),
    response: CoinSwitches,
    errors: ['coin_invalid', 'draft_unchanged', ...confirmationErrors],
  }),
  switchPair: defineEndpoint({
    ...switching,
    path: 'admin/markets/:pair/switch',
    summary: 'Switch a pair off or on; orders in it can be cancelled while it is off',
    params: z.object({ pair: pairCode }),
    body: z.strictObject({ disabled: z.boolean(), ...explained }),
    response: z.object({ pair: pairCode, disabled: z.boolean() }),
    errors: ['invalid_trading_pair', 'draft_unchanged', ...confirmationErrors],
  }),
} as const;
