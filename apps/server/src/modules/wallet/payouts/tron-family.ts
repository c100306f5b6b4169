import { costOf, feeLimitFor, type Payment, reserveFor, type TronPrices, type TronTerms, tronIdOf } from '@emporion/chains';
import type { Platform } from '#platform/platform.ts';
import { readTronParameters } from '../networks/tron-parameters.ts';
import { chainsOf } from '../networks/open-chains.ts';
import type { Draft, PayoutFamily, PayoutPlace } from './payout-network.ts';
import { listUnmined } from './store.ts';

/** A holder of a token who gave all of it away since costs twice the energy to pay: of the hot address that must not fail. */
const payoutMargin = { by: 9n, per: 4n };
const sweepMargin = { by: 5n, per: 4n };

/**
 * Payouts on Tron: one payment in each transaction, from the hot address. Nothing numbers them, so nothing replaces one and none waits for another; what was
 * never mined expires, and is made anew.
 */
export function tronFamily(
  { database: { kysely }, ...platform }: Platform,
  { network, hot, feeCoin, coins }: PayoutPlace,
): PayoutFamily {
  const chain = chainsOf({ database: { kysely }, ...platform } as Platform).tron(network);
