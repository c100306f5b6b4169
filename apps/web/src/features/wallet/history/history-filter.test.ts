import { describe, expect, it } from 'vitest';
import { countFilters, everything, movementQuery, readFilter, writeFilter } from './history-filter.ts';

const read = (search: string, coin?: string) => readFilter(coin, new URLSearchParams(search));

describe('the filter of the history', () => {
  it('asks for all of a coin when the address says nothing else', () => {
    expect(movementQuery(read('', 'BTC'))).toEqual({ currency: 'BTC' });
    expect(movementQuery(read(''))).toEqual({});
    expect(countFilters(read('', 'BTC'))).toBe(0);
  });

  it('comes back from the address as it was written there', () => {
    const search = 'type=trade&status=completed&from=2026-11-01&to=2026-11-17&min=0.5&max=20&text=bc1q';
    expect(writeFilter(read(search)).toString()).toBe(search);
    expect(countFilters(read(search))).toBe(7);
  });

  it('has both days of a period, in the reader’s time zone', () => {
    const { from, to } = movementQuery({
      ...everything,
      coin: undefined,
      from: '2026-05-16',
      to: '2026-05-17',
    });
    expect(new Date(from ?? '').getTime()).toBe(new Date(2026, 4, 16).getTime());
    expect(new Date(to ?? '').getTime()).toBe(new Date(2026, 4, 18).getTime());
  });

  it('passes amounts on as they are, digit by digit', () => {
    expect(movementQuery(read('min=0.000000000000000001&max=123456789012345678901234567890'))).toEqual({
      amount_from: '0.000000000000000001',
      amount_to: '123456789012345678901234567890',
    });
  });

  it.each([
    'type=gift',
    'status=lost',
    'from=yesterday',
    'to=2026-13',
    'min=-1',
    'min=1e3',
    'max=1,5',
    'text=%20',
  ])('leaves %s out, which nobody could have chosen', (search) => {
    expect(movementQuery(read(search))).toEqual({});
  });

  it('does not search for more than the server takes', () => {
    expect(movementQuery(read(`text=${'a'.repeat(500)}`)).text).toHaveLength(100);
  });
});
