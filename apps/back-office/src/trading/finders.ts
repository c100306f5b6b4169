import { staffOrderEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { inWords } from '#kit/badge.tsx';
import type { Finder } from '#palette/search.ts';

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
    const note = `${inWords(order.operation)} ${order.quantity} ${order.pair}, ${inWords(order.status)}`;
    return [{ id, text: `Order ${id}`, note, to: `/trading/orders/${id}` }];
  },
};
