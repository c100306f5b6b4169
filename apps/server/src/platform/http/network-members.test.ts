import { expect, it } from 'vitest';
import { networksOf } from './address-key.ts';
import { NetworkMembers } from './network-members.ts';

const [one, two] = [networksOf('192.0.2.1'), networksOf('192.0.2.2')];
const anybody = () => true;

it('finds the oldest of whoever has most, and of the next where none of theirs is wanted', () => {
  const members = new NetworkMembers<string>();
  members.add(one, 'alone');
  expect(members.findOfMost(anybody)).toBe('alone');
  for (const name of ['first', 'second', 'third']) members.add(two, name);
  expect(members.findOfMost(anybody)).toBe('first');
  expect(members.findOfMost((name) => name === 'alone')).toBe('alone');
  members.delete(two, 'first');
  members.delete(two, 'first');
  expect(members.findOfMost(anybody)).toBe('second');
  for (const name of ['second', 'third']) members.delete(two, name);
  expect(members.findOfMost(anybody)).toBe('alone');
  members.delete(one, 'alone');
  expect(members.findOfMost(anybody)).toBeUndefined();
});

it('counts an IPv6 customer as one', () => {
  const members = new NetworkMembers<string>();
  for (const name of ['first', 'second']) members.add(one, name);
  for (const network of ['1', '2', '3']) members.add(networksOf(`2001:db8:1:${network}::1`), network);
  expect(members.findOfMost(anybody)).toBe('1');
});

it('looks at a few only, and goes on with others the next time', () => {
  const members = new NetworkMembers<number>();
  for (let member = 0; member < 100; member += 1) members.add(one, member);
  let looks = 0;
  const isLast = (member: number) => {
    looks += 1;
    return member === 99;
  };
  expect(members.find('192.0.2.1', isLast)).toBeUndefined();
  expect(looks).toBeLessThan(100);
  expect(members.find('192.0.2.1', isLast)).toBe(99);
});
