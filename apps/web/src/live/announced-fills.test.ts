// @vitest-environment node
import { expect, it } from 'vitest';
import { holdFills, isFillAnnounced } from './announced-fills.ts';

const fill = { order_id: '1', role: 'taker' };

it('knows a fill that was told before the socket brought it', async () => {
  holdFills()(['1']);
  await expect(isFillAnnounced(fill)).resolves.toBe(true);
});

it('waits for an order that is on its way', async () => {
  const tell = holdFills();
  const known = isFillAnnounced({ ...fill, order_id: '2' });
  tell(['2']);
  await expect(known).resolves.toBe(true);
});

it('tells what an order gave later, and the fills of orders that no form sent', async () => {
  holdFills()(['3']);
  await expect(isFillAnnounced({ order_id: '3', role: 'maker' })).resolves.toBe(false);
  await expect(isFillAnnounced({ order_id: '4', role: 'taker' })).resolves.toBe(false);
});
