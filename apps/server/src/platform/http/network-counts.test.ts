import { expect, it } from 'vitest';
import { networksOf } from './address-key.ts';
import { NetworkCounts } from './network-counts.ts';

it('counts the networks of one IPv6 customer together, and allows them more than one', () => {
  const counts = new NetworkCounts(1);
  const entered = Array.from({ length: 40 }, (_, network) =>
    counts.enter(networksOf(`2001:db8:1:${network.toString(16)}00::1`)),
  );
  expect(entered.filter((leave) => leave !== undefined)).toHaveLength(16);
  expect(counts.enter(networksOf('2001:db8:2::1'))).toBeDefined();
  entered[0]?.();
  expect(counts.enter(networksOf('2001:db8:1:9900::1'))).toBeDefined();
  expect(counts.enter(networksOf('2001:db8:1:9a00::1'))).toBeUndefined();
});
