import type { ZodMiniType } from 'zod/mini';
import type { ErrorCode } from '#errors/index.ts';
import type { Capability } from './back-office/capabilities.ts';

/**
 * Who may call an endpoint.
 * - `public`: anyone; also served without a token under `/api/public/v1/`.
 * - `open`: anyone, under `/api/v1/` only (the sign-in paths). The client sends no token.
 * - `user`: whoever is logged in.
 * - `trader`: whoever is logged in and is not staff, for staff neither trade nor withdraw.
 * - a capability: staff who have it. Others are told that there is nothing here.
 */
export type Access = 'public' | 'open' | 'user' | 'trader' | Capability;

/** Those that ask for a token. */
export type GuardedAccess = Exclude<Access, 'public' | 'open'>;

export function isCapability(access: Access): access is Capability {
  return access !== 'public' && access !== 'open' && access !== 'user' && access !== 'trader';
}

/** One REST call, described once: the server validates by it, the client is typed by it, OpenAPI is made from it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the API base, without slashes at its ends; parameters are written `:name`. */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly tag: string;
  readonly params?: ZodMiniType;
  readonly query?: ZodMiniType;
  readonly body?: ZodMiniType;
  readonly response: ZodMiniType;
  /**
   * Whether it is served while maintenance lasts, although it changes something. Unless it says so itself, calls of staff and those by which people sign in are:
   * what calls something off says true, and what moves money without a login false.
   */
  readonly duringMaintenance?: boolean;
  /** The catalogue codes that are particular to this call; the general ones apply to every call. */
  readonly errors?: readonly ErrorCode[];
}

export function defineEndpoint<const Definition extends Endpoint>(definition: Definition): Definition {
  return definition;
}
