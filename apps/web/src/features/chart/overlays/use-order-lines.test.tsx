import type { Order } from '@emporion/contracts/rest';
import { fail, succeed } from '@emporion/kernel';
import { act, renderHook } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '#language/i18n.ts';
import { useOrderLines } from './use-order-lines.ts';

const mocks = vi.hoisted(() => ({ orders: [] as unknown[], amend: vi.fn(), cancel: vi.fn(), may: vi.fn() }));
vi.mock('#market/market.ts', () => ({ useOwnOrders: () => mocks.orders }));
vi.mock('./use-drag-question.ts', () => ({ useDragQuestion: () => mocks.may }));
vi.mock('#orders/change-order.ts', () => ({ amendOrder: mocks.amend, cancelOrder: mocks.cancel }));

const pair = {
  code: 'BTC-USDT',
  base: { code: 'BTC' },
  quote: { code: 'USDT' },
  stack_precisions: ['0.01'],
  rules: { lot: '0.0001' },
};
const order = (price: string) =>
  ({
    id: '7',
    type: 0,
    status: 'open',
    operation: 'buy',
    price,
    remaining: '0.5',
    budget: null,
    linked_to: null,
  }) as Order;

/** An answer of the server that comes when it is told to. */
function waiting() {
  let settle: (answer: unknown) => void = () => {};
  const answer = new Promise((done) => {
    settle = done;
  });
  return { answer, settle };
}

beforeAll(async () => {
  window.localStorage.setItem('planguage', 'en');
  await startI18n();
  await loadTexts('market');
});
beforeEach(() => {
  mocks.orders = [order('100')];
  mocks.amend.mockReset();
  mocks.may.mockReset().mockResolvedValue(true);
  mocks.cancel.mockReset();
});

function dragged() {
  const server = waiting();
  mocks.amend.mockReturnValue(server.answer);
  const hook = renderHook(() => useOrderLines(pair, true));
  const line = () => hook.result.current.lines[0];
  let done: Promise<void> = Promise.resolve();
  act(() => {
    const held = line();
    if (held !== undefined) done = hook.result.current.move(held, '110');
  });
  const answer = (result: unknown) =>
    act(async () => {
      server.settle(result);
      await done;
    });
  return { ...hook, line, answer };
}

it('stays where it was dragged to while its owner is asked, and goes back on a no', async () => {
  const asked = waiting();
  mocks.may.mockReturnValue(asked.answer);
  const { line } = dragged();
  expect(line()).toMatchObject({ price: '110', pending: true });
  expect(mocks.may).toHaveBeenCalledWith(expect.objectContaining({ id: '7' }), 'price', '110');
  await act(async () => asked.settle(false));
  expect(line()).toMatchObject({ price: '100', pending: false });
  expect(mocks.amend).not.toHaveBeenCalled();
});

it('shows an order where it was dragged to, waiting, until the server has answered and its list says so', async () => {
  const { line, answer, rerender } = dragged();
  await act(async () => {});
  expect(mocks.amend).toHaveBeenCalledWith('7', { price: '110' }, expect.anything());
  expect(line()).toMatchObject({ title: '▲ Buy 0.5', price: '110', pending: true });
  await answer(succeed(order('110')));
  expect(line()).toMatchObject({ price: '110', pending: false });
  mocks.orders = [order('110')];
  rerender();
  mocks.orders = [order('120')];
  rerender();
  expect(line()).toMatchObject({ price: '120', pending: false });
});

it('goes back to where the server has it when the server refuses', async () => {
  const { line, answer } = dragged();
  await answer(fail({ kind: 'refused' }));
  expect(line()).toMatchObject({ price: '100', pending: false });
});

it('cannot be dragged or closed a second time while it is being cancelled', async () => {
  const server = waiting();
  mocks.cancel.mockReturnValue(server.answer);
  const { result } = renderHook(() => useOrderLines(pair, true));
  let done: Promise<void> = Promise.resolve();
  act(() => {
    const [line] = result.current.lines;
    if (line !== undefined) done = result.current.close(line);
  });
  expect(result.current.lines[0]).toMatchObject({ price: '100', pending: true });
  await act(async () => {
    server.settle(undefined);
    await done;
  });
  expect(result.current.lines[0]?.pending).toBe(false);
});
