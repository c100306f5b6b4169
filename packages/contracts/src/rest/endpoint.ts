import type { ZodMiniType } from 'zod/mini';
import type { ErrorCode } from '#errors/index.ts';

/**
 * Who may call an endpoint.
 * - `public`: anyone; also served without a token under `/api/public/v1/`.
 * - `open`: anyone, under `/api/v1/` only (the sign-in paths). The client sends no token.
 * - `user`: a logged-in user.
 * - a staff role: a logged-in user of that role or a higher one.
 */
export type Access = 'public' | 'open' | 'user' | StaffRole;

/** Lowest first: each may do what those before it may. */
export const staffRoles = ['support', 'operator', 'administrator'] as const;

export type StaffRole = (typeof staffRoles)[number];

export type Role = 'user' | StaffRole;

/** Whether somebody of `role` may do what `needed` may. */
export function hasRole(role: Role, needed: Role): boolean {
  const ranks: readonly Role[] = ['user', ...staffRoles];
  return ranks.indexOf(role) >= ranks.indexOf(needed);
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
  /** Served also while maintenance lasts, although it changes something. */
  readonly duringMaintenance?: true;
  /** The catalogue codes that are particular to this call; the general ones apply to every call. */
  readonly errors?: readonly ErrorCode[];
}

export function defineEndpoint<const Definition extends Endpoint>(definition: Definition): Definition {
  return definition;
}
