import { invariant } from '@emporion/kernel';
import { accountErrors } from '#errors/groups/account.ts';
import { apiErrors } from '#errors/groups/api.ts';
import { authenticationErrors } from '#errors/groups/authentication.ts';
import { backOfficeErrors } from '#errors/groups/back-office.ts';
import { clientErrors } from '#errors/groups/client.ts';
import { featureErrors } from '#errors/groups/feature.ts';
import { generalErrors } from '#errors/groups/general.ts';
import { httpErrors } from '#errors/groups/http.ts';
import { kycErrors } from '#errors/groups/kyc.ts';
import { operationErrors } from '#errors/groups/operation.ts';
import { orderErrors } from '#errors/groups/order.ts';
import { securityErrors } from '#errors/groups/security.ts';
import { sessionErrors } from '#errors/groups/session.ts';
import { settingsErrors } from '#errors/groups/settings.ts';
import { socketErrors } from '#errors/groups/socket.ts';
import { supportErrors } from '#errors/groups/support.ts';
import { systemErrors } from '#errors/groups/system.ts';
import { tradingErrors } from '#errors/groups/trading.ts';
import { validationErrors } from '#errors/groups/validation.ts';
import { walletErrors } from '#errors/groups/wallet.ts';
import { type ErrorGroup, type ErrorRow, type ErrorRules, errorGroups } from '#errors/row.ts';

const rulesByGroup = {
  authentication: authenticationErrors,
  trading: tradingErrors,
  wallet: walletErrors,
  kyc: kycErrors,
  api: apiErrors,
  security: securityErrors,
  system: systemErrors,
  http: httpErrors,
  account: accountErrors,
  session: sessionErrors,
  order: orderErrors,
  operation: operationErrors,
  back_office: backOfficeErrors,
  support: supportErrors,
  feature: featureErrors,
  settings: settingsErrors,
  general: generalErrors,
  client: clientErrors,
  validation: validationErrors,
  socket: socketErrors,
} as const satisfies Record<ErrorGroup, ErrorRules>;

type CodesOf<Group extends ErrorGroup> = keyof (typeof rulesByGroup)[Group] & string;

export type ErrorCode = { [Group in ErrorGroup]: CodesOf<Group> }[ErrorGroup];
export type ClientErrorCode = CodesOf<'client'>;
export type ValidationCode = CodesOf<'validation'>;
/** A code the server may answer with. */
export type ServerErrorCode = Exclude<ErrorCode, ClientErrorCode>;

function rowsOf(group: ErrorGroup): [string, ErrorRow][] {
  const rules: ErrorRules = rulesByGroup[group];
  return Object.entries(rules).map(([code, { status, retryable, params = [] }]) => [
    code,
    { group, status, retryable, messageKey: `errors.${code}`, params },
  ]);
}

const rows = errorGroups.flatMap(rowsOf);

/** Every code the product knows, in the order of its groups. */
export const errorCatalogue = Object.fromEntries(rows) as Readonly<Record<ErrorCode, ErrorRow>>;

export const errorCodes = Object.keys(errorCatalogue) as readonly ErrorCode[];

// Of a code that two groups declare only one row would be left, and nobody would notice which.
invariant(errorCodes.length === rows.length, 'An error code is declared in two groups.');

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCatalogue, value);
}
