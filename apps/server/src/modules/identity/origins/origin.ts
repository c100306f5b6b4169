import type { FastifyRequest } from 'fastify';
import { deviceName } from './device-name.ts';
import { placeOf } from './place.ts';

/** Where a request came from, as its user may be shown it. */
export interface Origin {
  readonly address: string;
  /** The country code of the address. Null: unknown, or a private network. */
  readonly place: string | null;
  /** Browser and system, such as `Firefox on Linux`. */
  readonly device: string;
}

export function originOf(request: Pick<FastifyRequest, 'ip' | 'headers'>): Origin {
  // The address of a client that is gone is not known any more.
  const address = String(request.ip ?? '').replace(/^::ffff:(?=[\d.]+$)/i, '');
  return { address, place: placeOf(address), device: deviceName(request.headers['user-agent']) };
}

/** The owner of an account is told that it was staff, and not from where they did it. */
export const ofTheHouse: Origin = { address: '-', place: null, device: 'Emporion' };
