import { type Capability, isCapability } from '@emporion/contracts/rest';
import type { FastifyRequest } from 'fastify';
import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { deviceName } from './device-name.ts';
import { placeOf } from './place.ts';

/** Where a request came from, as its user may be shown it. */
export interface Origin {
  readonly address: string;
  /** The country code of the address. Null: unknown, or a private network. */
  readonly place: string | null;
  /** Browser and system, such as `Firefox on Linux`. */
  readonly device: string;
  /** Of staff: their session, and what the endpoint asked of them. Both are looked at once more when a change is made. */
  readonly admission?: { readonly sessionId: string; readonly capability: Capability };
}

type OriginatingRequest = Pick<FastifyRequest, 'ip' | 'headers'> &
  Partial<Pick<FastifyRequest, 'caller' | 'routeOptions'>>;

export function originOf(request: OriginatingRequest): Origin {
  // The address of a client that is gone is not known any more.
  const address = String(request.ip ?? '').replace(/^::ffff:(?=[\d.]+$)/i, '');
  const from = { address, place: placeOf(address), device: deviceName(request.headers['user-agent']) };
  const access = request.routeOptions?.config.endpoint?.access;
  if (!request.caller || access === undefined || !isCapability(access)) return from;
  return { ...from, admission: { sessionId: request.caller.sessionId, capability: access } };
}

/** The owner of an account is told that it was staff, and not from where they did it. */
export const ofTheHouse = (platform: Pick<Platform, 'database'>): Origin => ({
  ...{ address: '-', place: null, device: settingsOf(platform).name },
});
