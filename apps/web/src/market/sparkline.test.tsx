import { expect, it } from 'vitest';
import { sparklinePath } from './sparkline.tsx';

it('goes from the bottom of the box to its top', () => {
  expect(sparklinePath(['1', '1.5', '2'])).toBe('M0.0 20.0L40.0 10.0L80.0 0.0');
});

it('is level where the price has not moved, and nothing where there is no line', () => {
  expect(sparklinePath(['7', '7'])).toBe('M0.0 10.0L80.0 10.0');
  expect(sparklinePath(['7'])).toBeNull();
  expect(sparklinePath([])).toBeNull();
});
