import { type ErrorCode, marketOrderDetails } from '@emporion/contracts/errors';
import type { Rejection } from '@emporion/core';
import { Problem } from '#platform/http/problem.ts';
import type { CommandResult } from '#platform/runtime.ts';

export type Accepted = Extract<CommandResult, { status: 'accepted' }>;

/** The outcome of a command that must have been accepted. @throws Problem with the code of the rejection. */
export function accepted(result: CommandResult): Accepted {
  if (result.status === 'rejected') throw problemOf(result.rejection);
  return result;
}

/** What the core tells apart within one code: whoever placed the order does something else about each. */
const hindrances: Readonly<Record<string, ErrorCode>> = {
  would_trade: 'order_would_trade',
  cannot_fill: 'order_cannot_fill',
  no_last_price: 'order_no_last_price',
  no_reference_price: 'order_no_reference_price',
  own_order: 'order_meets_own',
  stop_reached: 'order_stop_reached',
  frozen: 'account_frozen',
  price_moved: 'swap_price_moved',
  not_offered: 'swap_not_offered',
};

export function problemOf({ code, details }: Rejection): Problem {
  if (!details) return new Problem(code);
  return new Problem(hindrances[String(details.reason)] ?? code, { params: details });
}

/** The specification fixes what these two say of a market order, whatever the language: programs look for it. */
export function marketOrderProblem(rejection: Rejection, showCost: (units: bigint) => string): Problem {
  const { code, details = {} } = rejection;
  if (code === 'order_no_funds')
    return new Problem(code, { params: details, detail: marketOrderDetails[code] });
  if (code !== 'order_cost_limit') return problemOf(rejection);
  const [least, most] = [details.minimum, details.maximum].map((units) => showCost(BigInt(units ?? 0)));
  return new Problem(code, { params: details, detail: `${marketOrderDetails[code]}: ${least} to ${most}` });
}
