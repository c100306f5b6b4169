import type { ErrorCode } from '@emporion/contracts/errors';
import { Problem } from '#platform/http/problem.ts';
import { EngineFault, type EngineFaultCode } from '#platform/runtime.ts';

/** The engine knows nothing of HTTP; this is the one place that says what its faults are on the wire. */
const codesOfFaults: Readonly<Record<EngineFaultCode, ErrorCode>> = {
  busy: 'service_unavailable',
  stopped: 'service_unavailable',
  outcome_unknown: 'gateway_timeout',
};

/** The answer for what code throws knowingly, which is no fault of ours and not logged as one. Undefined for everything else. */
export function expectedProblem(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  return error instanceof EngineFault ? new Problem(codesOfFaults[error.code]) : undefined;
}
