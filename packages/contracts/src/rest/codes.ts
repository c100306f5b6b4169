import * as z from 'zod/mini';
import { described } from '#documented.ts';

export const coinCode = described(
  z.string().check(z.regex(/^[A-Z0-9]{2,10}$/, { error: 'coin_invalid' })),
  'The code of a coin.',
  { example: 'BTC' },
);

export const networkCode = described(
  z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, { error: 'network_invalid' })),
  'The code of a network.',
  { example: 'ethereum' },
);

export const pairCode = described(
  z.string().check(z.regex(/^[A-Z0-9]{2,10}-[A-Z0-9]{2,10}$/, { error: 'pair_invalid' })),
  'The code of a pair: base coin, hyphen, quote coin.',
  { example: 'BTC-USDT' },
);

/** A moment as RFC 3339 in UTC. */
export const moment = described(z.iso.datetime(), 'A moment, RFC 3339 in UTC.', {
  example: '2024-05-01T12:00:00.000Z',
});

/** A page on the web. Clients make links of it, so no other scheme may come through. */
export const webAddress = z.url({ protocol: /^https?$/ });
