import { z } from 'zod';

export const coinCode = z
  .string()
  .regex(/^[A-Z0-9]{2,10}$/, { error: 'coin_invalid' })
  .describe('The code of a coin.')
  .meta({ example: 'BTC' });

export const pairCode = z
  .string()
  .regex(/^[A-Z0-9]{2,10}-[A-Z0-9]{2,10}$/, { error: 'pair_invalid' })
  .describe('The code of a pair: base coin, hyphen, quote coin.')
  .meta({ example: 'BTC-USDT' });

/** A moment as RFC 3339 in UTC. */
export const moment = z.iso
  .datetime()
  .describe('A moment, RFC 3339 in UTC.')
  .meta({ example: '2024-05-01T12:00:00.000Z' });

/** A page on the web. Clients make links of it, so no other scheme may come through. */
export const webAddress = z.url({ protocol: /^https?$/ });
