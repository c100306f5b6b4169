import { expect, it } from 'vitest';
import { figureText } from './amount-text.ts';

it.each([
  ['cost_max', '5000000', '5,000,000'],
  ['hold_above', '12000.50', '12,000.5'],
  ['new_device_hours', 1_825, '1,825'],
  ['account', '000123456789', '000123456789'],
  ['chain_id', 31_337, '31337'],
  ['holder', 'Demo Ltd', 'Demo Ltd'],
])('reads %s %s as %s', (name, value, text) => {
  expect(figureText(name, value)).toBe(text);
});
