import type { Order, OrderOutcome } from '@emporion/contracts/rest';
import type { FastifyRequest } from 'fastify';
import { expectedProblem } from '#platform/http/errors/expected-problem.ts';
import { problemOf } from '#platform/http/errors/problem-of.ts';
import { renderProblem } from '#platform/http/errors/render-problem.ts';
import { requestLanguage } from '#platform/http/request-language.ts';
import { OutcomeUnknown } from '#platform/runtime.ts';

/**
 * Does all of it at once, and tells of each what became of it: the others may stand whatever happened to one. Only a journal that failed is the whole call's, because
 * then nobody knows of any.
 */
export async function answerEach<Item>(
  request: FastifyRequest,
  items: readonly Item[],
  work: (item: Item) => Promise<Order>,
): Promise<{ results: OrderOutcome[] }> {
  const refused = (error: unknown): OrderOutcome => {
    if (error instanceof OutcomeUnknown) throw error;
    const problem = problemOf(error, request);
    if (!expectedProblem(error))
      request.log.error({ err: error, problem: problem.code }, 'an order of many failed');
    const { body } = renderProblem(problem, requestLanguage(request.headers['accept-language']));
    const fields = 'fields' in body ? { fields: body.fields } : {};
    return { order: null, error: { code: problem.code, detail: body.detail, ...fields } };
  };
  const results = await Promise.all(
    items.map((item) => work(item).then((order) => ({ order, error: null }), refused)),
  );
  return { results };
}
