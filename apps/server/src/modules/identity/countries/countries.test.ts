import { expect, it } from 'vitest';
import { countriesIn, isServed } from './countries.ts';

const config = { excludedCountries: ['KP'] };

it('offers every country but those that the operator excludes', () => {
  const all = countriesIn('en', { excludedCountries: [] });
  const served = countriesIn('en', config);
  expect(all.length - served.length).toBe(1);
  expect(served.map(({ code }) => code)).not.toContain('KP');
});

it('serves neither an excluded country nor one that does not exist', () => {
  expect(['KP', 'ZZ', 'PT'].map((code) => isServed(code, config))).toEqual([false, false, true]);
});
