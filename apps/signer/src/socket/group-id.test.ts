import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { groupIdOf } from './group-id.ts';

it('knows a group of the machine by its name, and any by its number', () => {
  const [name = '', , id] = (readFileSync('/etc/group', 'utf8').split('\n')[0] ?? '').split(':');
  expect(groupIdOf(name)).toBe(Number(id));
  expect(groupIdOf('4711')).toBe(4711);
  expect(() => groupIdOf('nobody-has-it')).toThrow('no group');
});
