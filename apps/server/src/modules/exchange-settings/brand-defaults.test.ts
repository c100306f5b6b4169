import { expect, it } from 'vitest';
import type { Config } from '#platform/config/schema.ts';
import { brandDefaults, demoSocialLinks } from './brand-defaults.ts';

const linksOf = async (config: Partial<Config>) => {
  const platform = { config: config as Config, database: undefined as never };
  return (await brandDefaults(platform, { isReading: true })).socialLinks;
};
const own = [{ title: 'Forum', href: 'https://forum.example/agora' }];

it('gives a demo social links, to addresses that are reserved for examples', async () => {
  expect(await linksOf({ demo: true })).toEqual(demoSocialLinks);
  for (const { href } of demoSocialLinks) expect(new URL(href).host).toBe('example.org');
});

it('shows the links of the operator, and none of its own in production', async () => {
  expect(await linksOf({ demo: true, socialLinks: own })).toEqual(own);
  expect(await linksOf({ demo: false })).toEqual([]);
});
