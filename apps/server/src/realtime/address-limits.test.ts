import { expect, it } from 'vitest';
import { networksOf } from '#platform/http/address-key.ts';
import { AddressLimits } from './address-limits.ts';
import { gatewayLimits } from './limits.ts';

const limits = { ...gatewayLimits, connectionsPerAddressMax: 2, addressMessageBurstMax: 3 };
const [one, two] = [networksOf('192.0.2.1'), networksOf('192.0.2.2')];

it('counts the sockets of each address apart, and lets one in when another has left', () => {
  const addresses = new AddressLimits({ ...limits, addressMessagesPerSecond: 1 });
  const first = addresses.enter(one);
  expect(addresses.enter(one)?.messages).toBe(first?.messages);
  expect(addresses.enter(one)).toBeUndefined();
  expect(addresses.enter(two)).toBeDefined();
  first?.leave();
  expect(addresses.enter(one)?.messages).toBe(first?.messages);
});

it('remembers what an address has sent after its last socket, and forgets one that owes nothing', () => {
  const addresses = new AddressLimits({ ...limits, addressMessagesPerSecond: 0.001 });
  const [loud, quiet] = [addresses.enter(one), addresses.enter(two)];
  loud?.messages.take(3);
  for (const left of [loud, quiet]) left?.leave();
  addresses.forgetQuiet();
  expect(addresses.size).toBe(1);
  expect(addresses.enter(one)?.messages.take()).toBe(false);
});
