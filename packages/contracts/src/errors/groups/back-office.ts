import type { ErrorRules } from '#errors/row.ts';

/** What the back office refuses, and staff by what they are. */
export const backOfficeErrors = {
  staff_account: { status: 403, retryable: false },
  last_administrator: { status: 409, retryable: false },
  role_already_held: { status: 409, retryable: false },
  role_not_held: { status: 409, retryable: false },
  administrator_exists: { status: 409, retryable: false },
  approval_not_found: { status: 404, retryable: false },
  approval_expired: { status: 409, retryable: false },
  approval_closed: { status: 409, retryable: false },
  already_voted: { status: 409, retryable: false },
  own_proposal: { status: 403, retryable: false },
  same_person: { status: 403, retryable: false },
  factor_not_held: { status: 409, retryable: false },
  market_not_halted: { status: 409, retryable: false },
  market_rules_invalid: { status: 422, retryable: false },
  draft_date_taken: { status: 409, retryable: false },
  draft_date_passed: { status: 422, retryable: false },
  draft_not_found: { status: 404, retryable: false },
  coin_exists: { status: 409, retryable: false },
  market_exists: { status: 409, retryable: false },
  network_exists: { status: 409, retryable: false },
  chain_decimals_differ: { status: 409, retryable: false },
  contract_unknown: { status: 422, retryable: false },
  contract_listed: { status: 409, retryable: false },
  network_wrong: { status: 422, retryable: false },
} as const satisfies ErrorRules;
