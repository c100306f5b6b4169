import type { Order } from '@emporion/contracts/rest';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { Problem } from '#platform/http/problem.ts';
import { OutcomeUnknown } from '#platform/runtime.ts';
import { answerEach } from './answer-each.ts';

const log = { error: vi.fn() };
const request = { headers: {}, log } as unknown as FastifyRequest;
const order = { id: '7' } as Order;

const each = (...outcomes: readonly (Order | Error)[]) =>
  answerEach(request, outcomes, async (outcome) => {
    if (outcome instanceof Error) throw outcome;
    return outcome;
  });

describe('the answer to many orders', () => {
  it('tells of those that stand whatever happened to the others', async () => {
    const lost = new Error('Connection terminated unexpectedly');
    const { results } = await each(order, new Problem('order_not_found'), lost, new Error('a bug'), order);
    expect(results.map(({ order: placed, error }) => placed?.id ?? error?.code)).toEqual([
      '7',
      'order_not_found',
      'database_error',
      'internal',
      '7',
    ]);
    expect(results[3]?.error?.detail).not.toContain('a bug');
    expect(log.error).toHaveBeenCalledTimes(2);
  });

  it('is none where the journal failed, for nobody knows of any', async () => {
    await expect(each(order, new OutcomeUnknown())).rejects.toThrow(OutcomeUnknown);
  });
});
