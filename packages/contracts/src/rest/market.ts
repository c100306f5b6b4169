import { CoinsAnswer, LimitsAnswer } from '#rest/coins.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { PairsAnswer, PairsVolumeAnswer } from '#rest/pairs.ts';

const shared = { method: 'GET', access: 'public', tag: 'markets' } as const;

export const marketEndpoints = {
  coins: defineEndpoint({
    ...shared,
    path: 'coins',
    summary: 'List the coins and the networks they move on',
    response: CoinsAnswer,
  }),
  limits: defineEndpoint({
    ...shared,
    path: 'limits',
    summary: 'List the fees and limits of deposits and withdrawals, per coin',
    response: LimitsAnswer,
  }),
  pairs: defineEndpoint({
    ...shared,
    path: 'pairs',
    summary: 'List the trading pairs',
    response: PairsAnswer,
  }),
  pairsVolume: defineEndpoint({
    ...shared,
    path: 'pairs_volume',
    summary: 'List the 24-hour volume and price of each pair',
    response: PairsVolumeAnswer,
  }),
} as const;
