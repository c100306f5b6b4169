import { expect, it } from 'vitest';
import { AddressLimits } from './address-limits.ts';
import { gatewayLimits } from './limits.ts';

const limits = { ...gatewayLimits, connectionsPerAddressMax: 2, addressMessageBurstMax: 3 };

it('counts the sockets of each address apart, and lets one in when another has left', () => {
  const addresses = new AddressLimits({ ...limits, addressMessagesPerSecond: 1 });
  const first = addresses.enter('one');
  expect(addresses.enter('one')).toBe(first);
  expect(addresses.enter('one')).toBeUndefined();
  expect(addresses.enter('two')).toBeDefined();
  if (first) first.sockets -= 1;
  expect(addresses.enter('one')).toBe(first);
});

it('remembers what an address has sent after its last socket, and forgets one that owes nothing', () => {
  const addresses = new AddressLimits({ ...limits, addressMessagesPerSecond: 0.001 });
  const [loud, quiet] = [addresses.enter('loud'), addresses.enter('quiet')];
  loud?.messages.take(3);
  for (const left of [loud, quiet]) if (left) left.sockets -= 1;
  addresses.forgetQuiet();
  expect(addresses.size).toBe(1);
  expect(addresses.enter('loud')?.messages.take()).toBe(false);
});
