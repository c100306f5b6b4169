import { expect, it } from 'vitest';
import { networksOf } from '#platform/http/address-key.ts';
import { AddressLimits } from './address-limits.ts';
import { gatewayLimits } from './limits.ts';

const limits = { ...gatewayLimits, connectionsPerAddressMax: 2, addressMessageBurstMax: 3 };
const [one, two] = [networksOf('192.0.2.1'), networksOf('192.0.2.2')];

const enter = (addresses: AddressLimits, networks = one, drop = () => {}) => addresses.enter(networks, drop);

it('counts the sockets of each address apart, and lets one in when another has left', () => {
  const addresses = new AddressLimits({ ...limits, addressMessagesPerSecond: 1 });
  const [first, second] = [enter(addresses), enter(addresses)];
  expect(second?.messages).toBe(first?.messages);
  for (const socket of [first, second]) socket?.setKnown(true);
  expect(enter(addresses)).toBeUndefined();
  expect(enter(addresses, two)).toBeDefined();
  first?.leave();
  expect(enter(addresses)?.messages).toBe(first?.messages);
});

it('drops the oldest socket that speaks for nobody, of the narrowest network that is full', () => {
  const addresses = new AddressLimits(limits);
  const dropped: string[] = [];
  const at = (name: string, address: string) =>
    addresses.enter(networksOf(address), () => dropped.push(name));
  at('elsewhere', '2001:db8:1:1::1');
  at('first', '2001:db8:1:2::1');
  at('second', '2001:db8:1:2::2')?.setKnown(true);
  at('third', '2001:db8:1:2::3');
  expect(dropped).toEqual(['first']);
  at('fourth', '2001:db8:1:2::4');
  expect(dropped).toEqual(['first', 'third']);
  // Eight in the /56, which may hold as many.
  for (const [name, address] of [
    ['fifth', '2001:db8:1:3::1'],
    ['sixth', '2001:db8:1:3::2'],
    ['seventh', '2001:db8:1:4::1'],
    ['eighth', '2001:db8:1:4::2'],
    ['ninth', '2001:db8:1:5::1'],
  ] as const)
    at(name, address);
  expect(dropped).toEqual(['first', 'third']);
  at('tenth', '2001:db8:1:6::1');
  expect(dropped).toEqual(['first', 'third', 'elsewhere']);
});

it('remembers what an address has sent after its last socket, and forgets one that owes nothing', () => {
  const addresses = new AddressLimits({ ...limits, addressMessagesPerSecond: 0.001 });
  const [loud, quiet] = [enter(addresses, one), enter(addresses, two)];
  loud?.messages.take(3);
  for (const left of [loud, quiet]) left?.leave();
  addresses.forgetQuiet();
  expect(addresses.size).toBe(1);
  expect(enter(addresses)?.messages.take()).toBe(false);
});
