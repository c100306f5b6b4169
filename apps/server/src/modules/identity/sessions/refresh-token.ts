import { timingSafeEqual } from 'node:crypto';
import type { Config } from '#platform/config/schema.ts';
import { keyedHash } from '../keys.ts';

/** Which exchange of which session a refresh token belongs to. */
export interface RefreshPosition {
  readonly sessionId: string;
  /** Counts how often the session's token was exchanged. */
  readonly generation: number;
}

const shape = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,9})\.([A-Za-z0-9_-]{43})$/;

/**
 * The token of a position. It is computed and not drawn, so that refreshes that come at once can all be answered with
 * the one new token although only its hash is kept.
 */
export function refreshTokenOf(config: Config, { sessionId, generation }: RefreshPosition): string {
  const position = `${sessionId}.${generation}`;
  return `${position}.${keyedHash(config, 'refresh-token', position).toString('base64url')}`;
}

/** Undefined for anything that is not ours, before the database is asked. */
export function readRefreshToken(config: Config, token: string): RefreshPosition | undefined {
  const [, sessionId, digits] = shape.exec(token) ?? [];
  if (sessionId === undefined || digits === undefined) return undefined;
  const position = { sessionId, generation: Number(digits) };
  const expected = Buffer.from(refreshTokenOf(config, position));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected) ? position : undefined;
}
