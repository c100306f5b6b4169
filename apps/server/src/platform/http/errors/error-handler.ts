import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOutOfSpace } from '#platform/database/out-of-space.ts';
import { requestLanguage } from '#platform/http/request-language.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { isClientGone } from './client-gone.ts';
import { expectedProblem } from './expected-problem.ts';
import { problemOf } from './problem-of.ts';
import { renderProblem } from './render-problem.ts';

/** The one error handler: everything that is thrown becomes a catalogue answer here, and only faults are logged. Answers the code, where there is anybody to be told. */
export function handleError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): string | undefined {
  // Nobody is left to read an answer, and nothing of ours failed.
  if (isClientGone(error, request)) {
    reply.hijack();
    request.raw.socket.destroy();
    return undefined;
  }
  const problem = problemOf(error, request);
  const { status, body } = renderProblem(problem, requestLanguage(request.headers['accept-language']));
  if (status >= 500 && !expectedProblem(error)) {
    const sentence = isOutOfSpace(error)
      ? 'a request was refused: the disk of the database is full, free some space'
      : 'a request failed';
    request.log.error({ err: error, problem: problem.code }, sentence);
  }
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', String(problem.retryAfterSeconds));
  if (status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', '5');
  reply.header('cache-control', 'no-store');
  // An answer about failure has a shape of its own, so the contract's serializer for the route is put aside.
  reply.code(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body);
  return problem.code;
}

/** The same, and counts what people asked to change and were refused. Reads are left out: they are asked again and again by whatever page is open. */
export function countedErrors({ refusals }: Pick<Metrics, 'refusals'>) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const code = handleError(error, request, reply);
    if (code === undefined || request.method === 'GET' || request.method === 'HEAD') return;
    refusals.set(code, (refusals.get(code) ?? 0) + 1);
  };
}
