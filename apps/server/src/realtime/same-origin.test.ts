import { expect, it } from 'vitest';
import { isSameOrigin } from './same-origin.ts';

const ours = { host: 'exchange.example', publicUrl: 'https://exchange.example' };

it.each([
  [undefined, true],
  ['https://exchange.example', true],
  ['http://exchange.example', true],
  ['https://exchange.example:8443', false],
  ['https://exchange.example.evil.example', false],
  ['https://evil.example', false],
  ['http://evil@exchange.example', false],
  ['https://exchange.example/', false],
  ['https://exchange.example#', false],
  ['', false],
  ['null', false],
  ['file://', false],
])('takes the origin %s for ours: %s', (origin, expected) => {
  expect(isSameOrigin(origin, ours)).toBe(expected);
});

it('takes the public address for ours behind a proxy that rewrites the host', () => {
  expect(isSameOrigin('https://exchange.example', { ...ours, host: '10.0.0.5:8080' })).toBe(true);
});
