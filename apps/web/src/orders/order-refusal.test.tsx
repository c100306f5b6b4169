import { errorCatalogue } from '@emporion/contracts/errors';
import { orderEndpoints } from '@emporion/contracts/rest';
import { rejectionCodes } from '@emporion/core';
import type { Translate } from '@emporion/i18n/texts';
import { describe, expect, it, vi } from 'vitest';
import { type ApiFailure, networkFailure } from '#api/failure.ts';
import { emptyDraft, type OrderDraft, orderKinds } from './model/order-draft.ts';
import { refusalPlaces, refusedField, shownFields } from './model/refused-field.ts';
import { isOnlyLogged, orderRefusal } from './order-refusal.ts';

const t = ((key: string) => key) as unknown as Translate;

function refused(code: string, more: object = {}): ApiFailure {
  const message = 'Request failed with status code 422';
  return {
    kind: 'refused',
    message,
    status: 422,
    code,
    detail: `said ${code}`,
    fields: {},
    data: null,
    ...more,
  };
}

it('knows a place for every code with which an order can be refused', () => {
  const { place, placeMarket, placeStopLimit, placeOco, amend, cancel } = orderEndpoints;
  const named = [place, placeMarket, placeStopLimit, placeOco, amend, cancel].flatMap(({ errors }) => errors);
  const ofGroups = Object.entries(errorCatalogue)
    .filter(([, { group }]) => group === 'order' || group === 'trading')
    // Alerts have a form of their own.
    .filter(([code]) => !code.startsWith('alert_'))
    .map(([code]) => code);
  const known = Object.keys(refusalPlaces);
  expect([...new Set<string>([...named, ...ofGroups])].filter((code) => !known.includes(code))).toEqual([]);
});

it('shows every refusal of every kind of order at a field that the form has, or above it', () => {
  for (const kind of orderKinds) {
    for (const by of ['quantity', 'total'] as const) {
      const draft: OrderDraft = { ...emptyDraft, kind, by };
      for (const code of [...rejectionCodes, ...Object.keys(refusalPlaces)]) {
        const field = refusedField(code, draft);
        if (field !== null) expect(shownFields(draft)).toContain(field);
        if (isOnlyLogged(refused(code), draft)) continue;
        const { message, fields } = orderRefusal(refused(code), { draft, t });
        expect(message ?? fields?.[field ?? ''], `${code} of ${kind}`).toMatch(/\w/);
      }
    }
  }
});

describe('the words of a refusal', () => {
  it.each([
    ['order_would_trade', { post_only: true }, 'price'],
    ['order_would_trade', { kind: 'oco' }, 'price'],
    ['order_cannot_fill', { time_in_force: 'fok' }, 'quantity'],
    ['order_cannot_fill', { kind: 'market', by: 'total', time_in_force: 'fok' }, 'total'],
    ['order_stop_reached', { kind: 'stop_limit' }, 'stop_price'],
    ['order_stop_reached', { kind: 'oco' }, 'stop_price'],
    ['order_no_last_price', { kind: 'trailing_stop' }, 'trail'],
    ['order_no_reference_price', { kind: 'pegged' }, 'percent'],
  ] as const)('say %s of %j at %s', (code, change, field) => {
    const draft: OrderDraft = { ...emptyDraft, ...change };
    expect(orderRefusal(refused(code), { draft, t })).toEqual({ fields: { [field]: `said ${code}` } });
  });

  it.each([
    ['order_no_funds', 'NotEnoughFunds'],
    ['order_cost_limit', 'Order cost limit is 5'],
  ])('are none for %s of a market order, which is only logged', (code, detail) => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const draft: OrderDraft = { ...emptyDraft, kind: 'market', by: 'total' };
    expect(orderRefusal(refused(code, { detail }), { draft, t })).toEqual({});
    expect(logged).toHaveBeenCalledWith('A market order was refused.', detail);
    expect(orderRefusal(refused(code, { detail }), { draft: emptyDraft, t })).not.toEqual({});
    logged.mockRestore();
  });

  it('end before the next begin', () => {
    const words = ((key: string) =>
      key === 'trade.refused.inDoubt' ? 'Nobody knows.' : 'It failed') as Translate;
    expect(orderRefusal(networkFailure, { draft: emptyDraft, t: words }).message).toBe(
      'It failed. Nobody knows.',
    );
  });

  it('stay readable when they are about a field that this kind of order does not show', () => {
    const fields = { price: 'No price.', quantity: 'Too fine.' };
    const failure = refused('unprocessable_entity', { fields });
    const draft: OrderDraft = { ...emptyDraft, kind: 'market' };
    expect(orderRefusal(failure, { draft, t })).toEqual({
      message: 'said unprocessable_entity. No price.',
      fields: { quantity: 'Too fine.' },
    });
  });

  it('say that nobody knows, when no answer came', () => {
    const { message } = orderRefusal(networkFailure, { draft: emptyDraft, t });
    expect(message).toContain('trade.refused.inDoubt');
    expect(orderRefusal(networkFailure, { draft: emptyDraft, t, unsent: true }).message).not.toContain(
      'inDoubt',
    );
  });
});
