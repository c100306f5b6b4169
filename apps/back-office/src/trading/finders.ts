import { marketHaltEndpoints, staffOrderEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { amountText } from '#kit/amount-text.ts';
import { inWords } from '#kit/badge.tsx';
import type { Finder } from '#palette/search.ts';
import { marketStateNames } from '#trading/words.ts';

/** An order by its number. */
export const orderFinder: Finder = {
  heading: 'Orders',
  icon: 'list',
  capability: 'orders.read',
  find: async (text, signal) => {
    const id = text.replace(/^#/, '');
    if (!/^[1-9][0-9]{0,14}$/.test(id)) return [];
    const result = await call(staffOrderEndpoints.read, { params: { id }, signal });
    if (!result.ok) return [];
    const { order } = result.value;
    const note = `${inWords(order.operation)} ${amountText(order.quantity)} ${order.pair}, ${inWords(order.status)}`;
    return [{ id, text: `Order ${id}`, note, to: `/trading/orders/${id}` }];
  },
};

/** A market by a part of its code. */
export const marketFinder: Finder = {
  heading: 'Markets',
  icon: 'chart-candlestick',
  capability: 'markets.read',
  find: async (text, signal) => {
    const result = await call(marketHaltEndpoints.list, { signal });
    if (!result.ok) return [];
    const sought = text.toUpperCase().replace('/', '-');
    return result.value.results
      .filter(({ pair }) => pair.includes(sought))
      .slice(0, 5)
      .map(({ pair, state }) => ({
        ...{ id: pair, text: pair, note: marketStateNames[state], to: `/trading/markets/${pair}` },
      }));
  },
};
