import { Counter } from 'prom-client';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';

/** Counts how logins end: `signed_in`, `second_step`, or the code of the refusal. Of the codes there are few, and a caller chooses none of them. */
export function countLogins({ metrics }: Pick<Platform, 'metrics'>) {
  const logins = new Counter({
    name: 'logins_total',
    help: 'Logins by how they ended: signed_in, second_step, or the code of the refusal.',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  });
  return async <Answer extends { readonly status: string }>(login: Promise<Answer>): Promise<Answer> => {
    try {
      const answer = await login;
      logins.inc({ outcome: answer.status });
      return answer;
    } catch (error) {
      logins.inc({ outcome: error instanceof Problem ? error.code : 'internal' });
      throw error;
    }
  };
}
