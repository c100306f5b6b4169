import { codeResendSeconds } from '@emporion/contracts/rest';
import { Problem } from '#platform/http/problem.ts';

/** Refuses a second code or mail within a minute of the first, and says when the next one can be asked for. */
export function alreadySentProblem({ sentAt, now }: { readonly sentAt: Date; readonly now: Date }): Problem {
  const seconds = Math.max(1, Math.ceil(codeResendSeconds - (now.getTime() - sentAt.getTime()) / 1_000));
  return new Problem('already_sent', { params: { seconds }, retryAfterSeconds: seconds });
}
