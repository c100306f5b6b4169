import { expect, it } from 'vitest';
import type { Platform } from '#platform/platform.ts';
import { adoptSettings, defaultSettings } from '#platform/settings/exchange-settings.ts';
import { countriesIn, isServed } from './countries.ts';

const excluding = (...excludedCountries: string[]) =>
  ({ config: { excludedCountries }, database: {} }) as unknown as Platform;

it('offers every country but those that the operator excludes', () => {
  const all = countriesIn('en', excluding());
  const served = countriesIn('en', excluding('KP'));
  expect(all.length - served.length).toBe(1);
  expect(served.map(({ code }) => code)).not.toContain('KP');
});

it('serves neither an excluded country nor one that does not exist, from the moment that staff exclude it', () => {
  const platform = excluding('KP');
  const served = () => ['KP', 'ZZ', 'PT', 'FR'].map((code) => isServed(code, platform));
  expect(served()).toEqual([false, false, true, true]);
  adoptSettings(platform, { version: 1, settings: { ...defaultSettings, excludedCountries: ['PT'] } });
  expect(served()).toEqual([false, false, false, true]);
});
