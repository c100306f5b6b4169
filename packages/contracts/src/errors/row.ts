/** What a group file says about one code; the catalogue adds the group and the message key. */
export interface ErrorRule {
  /** The HTTP status of the answer. The client's own codes never travel and have status 0. */
  readonly status: number;
  /** True when the same request may succeed later with nothing changed by the caller. */
  readonly retryable: boolean;
  /** The names that the message interpolates; whoever raises the code must give each of them. */
  readonly params?: readonly string[];
}

export type ErrorRules = Readonly<Record<string, ErrorRule>>;

export interface ErrorRow {
  readonly group: ErrorGroup;
  readonly status: number;
  readonly retryable: boolean;
  readonly messageKey: `errors.${string}`;
  readonly params: readonly string[];
}

/** The order of the pages: the specification's groups first, then its messages, then what the wire itself needs. */
export const errorGroups = [
  'authentication',
  'trading',
  'wallet',
  'kyc',
  'api',
  'security',
  'system',
  'http',
  'account',
  'session',
  'order',
  'operation',
  'back_office',
  'support',
  'feature',
  'settings',
  'general',
  'client',
  'validation',
  'socket',
] as const;

export type ErrorGroup = (typeof errorGroups)[number];
