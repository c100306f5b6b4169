import { expect, it } from 'vitest';
import { boxOf } from './stranger-mail.ts';

it.each([
  ['theo@example.test', 'theo@example.test'],
  ['theo+shop@example.test', 'theo@example.test'],
  ['theo+a+b@example.test', 'theo@example.test'],
  ['+theo@example.test', '+theo@example.test'],
  ['theo@exa+mple.test', 'theo@exa+mple.test'],
])('%s is counted as %s', (email, box) => {
  expect(boxOf(email)).toBe(box);
});
