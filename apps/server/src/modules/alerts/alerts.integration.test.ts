import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AlertsApp, createAlertsApp, pair } from './testing/alerts-app.ts';

let app: AlertsApp;

beforeAll(async () => {
  app = await createAlertsApp();
});
afterAll(() => app.close());

const remove = (as: string, id: string) => app.call({ method: 'DELETE', path: `alerts/${id}/`, as });

describe('setting an alert', () => {
  it('answers with it, and lists it, the newest first', async () => {
    const { status, body } = await app.set('ann', '60000');
    expect(status).toBe(200);
    expect(body).toMatchObject({ pair, metric: 'price', direction: 'above', value: '60000', fired: null });
    await app.set('ann', '40000.50', { direction: 'below' });
    await app.set('ann', '900000000', { metric: 'volume' });
    const { active, fired } = await app.alerts('ann');
    expect(active.map(({ value }) => value)).toEqual(['900000000', '40000.5', '60000']);
    expect(fired).toEqual([]);
  });

  it('twice keeps one, whoever asks at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => app.set('twin', '61000.10')));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await app.set('twin', '61000.1')).body.id).toBe(answers[0]?.body.id);
    expect((await app.alerts('twin')).active).toHaveLength(1);
  });

  it.each([
    ['a pair that is not there', '60000', { pair: 'ABC-USDT' }, 422, 'invalid_trading_pair'],
    ['no pair at all', '60000', { pair: '../x' }, 422, 'unprocessable_entity'],
    ['another metric', '60000', { metric: 'mood' }, 422, 'unprocessable_entity'],
    ['another direction', '60000', { direction: 'sideways' }, 422, 'unprocessable_entity'],
    ['zero', '0', {}, 422, 'amount_too_small'],
    ['a negative number', '-1', {}, 422, 'unprocessable_entity'],
    ['no number', '1e9', {}, 422, 'unprocessable_entity'],
    ['between two ticks', '60000.001', {}, 422, 'amount_too_many_decimals'],
    ['a price that no book can hold', '900000000000000000000000', {}, 422, 'amount_too_large'],
    ['a volume of zero', '0', { metric: 'volume' }, 422, 'amount_too_small'],
    [
      'a volume finer than its coin',
      '1.0000000000001',
      { metric: 'volume' },
      422,
      'amount_too_many_decimals',
    ],
    ['a price that is there already', '50000', {}, 409, 'alert_already_true'],
    ['a price that has passed', '50000', { direction: 'below' }, 409, 'alert_already_true'],
    ['a volume that is there already', '1', { metric: 'volume' }, 409, 'alert_already_true'],
  ])('refuses %s', async (_what, value, terms, status, code) => {
    const answer = await app.set('eve', value, terms);
    expect(answer.status).toBe(status);
    if (code !== undefined)
      expect([answer.body.code, ...Object.keys(answer.body.fields ?? {})]).not.toEqual([]);
    if (code !== undefined && answer.body.fields === undefined) expect(answer.body.code).toBe(code);
    expect((await app.alerts('eve')).active).toEqual([]);
  });

  it('ends at the bound, even for fifty that come at once', async () => {
    const wanted = Array.from({ length: 60 }, (_, index) => app.set('max', String(70_000 + index)));
    const statuses = (await Promise.all(wanted)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(50);
    const refused = await app.set('max', '80000');
    expect(refused).toMatchObject({ status: 409, body: { code: 'alert_limit_reached' } });
    const { active } = await app.alerts('max');
    await remove('max', active[0]?.id ?? '');
    expect((await app.set('max', '80000')).status).toBe(200);
  });
});

describe('an alert', () => {
  it('is its owner’s alone', async () => {
    const { body } = await app.set('owner', '62000');
    expect((await app.alerts('other')).active).toEqual([]);
    expect(await remove('other', body.id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await remove('owner', 'abc')).toMatchObject({ status: 422 });
    expect(await remove('owner', body.id)).toEqual({ status: 200, body: {} });
    expect(await remove('owner', body.id)).toMatchObject({ status: 404 });
  });

  it.each(['GET', 'POST', 'DELETE'] as const)('is nothing to a visitor: %s', async (method) => {
    const path = method === 'DELETE' ? 'alerts/1/' : 'alerts';
    const body = { pair, metric: 'price', direction: 'above', value: '60000' };
    const answer = await app.call({ method, path, ...(method === 'POST' && { body }) });
    expect(answer.status).toBe(401);
  });
});
