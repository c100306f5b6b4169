import { expect, it } from 'vitest';
import { addressKey, networksOf } from './address-key.ts';

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  [undefined, 'gone'],
])('counts %s under %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

it.each([
  ['192.0.2.1', ['192.0.2.1']],
  ['2001:db8:1:2ff::6', ['2001:db8:1:2ff::/64', '2001:db8:1:200::/56', '2001:db8:1::/48']],
  ['2001:db8::1', ['2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48']],
  ['::ffff:192.0.2.1', ['192.0.2.1']],
  [undefined, ['gone']],
])('counts %s in the networks %j, each wider one for more callers', (address, keys) => {
  const networks = networksOf(address);
  expect(networks.map(({ key }) => key)).toEqual(keys);
  expect(networks.map(({ callers }) => callers)).toEqual([1, 4, 16].slice(0, keys.length));
});
