import { expect, it } from 'vitest';
import { unusedRuntime } from '#testing/unused-runtime.ts';
import type { Platform } from './platform.ts';
import { defineService, requireServices } from './services.ts';

const platformOf = (runtime = unusedRuntime()) => ({ runtime }) as Platform;

it('is made once for an exchange, when somebody asks', () => {
  let count = 0;
  const counter = defineService('a counter', () => {
    count += 1;
    return { count };
  });
  const [one, other] = [platformOf(), platformOf()];
  expect(count).toBe(0);
  expect(counter(one)).toBe(counter({ ...one }));
  expect(counter(other)).not.toBe(counter(one));
  expect(count).toBe(2);
});

it('must be offered by some module that is there, in whatever order', () => {
  const lamp = defineService('a lamp', () => 'light');
  const reader = { name: 'reader', needs: [lamp] };
  const house = { name: 'house', offers: [lamp] };
  expect(() => requireServices([reader, house])).not.toThrow();
  expect(() => requireServices([reader])).toThrow('The module reader needs a lamp, which no module offers.');
});
