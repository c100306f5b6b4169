import { expect, it } from 'vitest';
import { gatewayLimits } from './limits.ts';
import { Neighbours } from './neighbours.ts';

const limits = { ...gatewayLimits, connectionsPerAddressMax: 2, addressMessageBurstMax: 3 };

it('counts the sockets of each address apart, and lets one in when another has left', () => {
  const neighbours = new Neighbours({ ...limits, addressMessagesPerSecond: 1 });
  const first = neighbours.enter('one');
  expect(neighbours.enter('one')).toBe(first);
  expect(neighbours.enter('one')).toBeUndefined();
  expect(neighbours.enter('two')).toBeDefined();
  if (first) first.sockets -= 1;
  expect(neighbours.enter('one')).toBe(first);
});

it('remembers what an address has sent after its last socket, and forgets one that owes nothing', () => {
  const neighbours = new Neighbours({ ...limits, addressMessagesPerSecond: 0.001 });
  const [loud, quiet] = [neighbours.enter('loud'), neighbours.enter('quiet')];
  loud?.messages.take(3);
  for (const left of [loud, quiet]) if (left) left.sockets -= 1;
  neighbours.forgetQuiet();
  expect(neighbours.size).toBe(1);
  expect(neighbours.enter('loud')?.messages.take()).toBe(false);
});
