import { expect, it } from 'vitest';
import { exchangeSettingsEndpoints } from './settings.ts';

const branding = {
  name: 'Agora & Sons',
  slogan: 'From ship to shore.',
  copyright_since: 2026,
  accent: null,
  social_links: [{ title: 'Mastodon', href: 'https://social.example/@agora?a=b#c' }],
  mail_from: 'Agora, Sons & Co <post@agora.example>',
  support_email: 'help@agora.example',
  home_currency: 'EUR',
  company_name: 'Agora Ltd',
  company_address: '1 Stoa Street, Athens',
  governing_law: 'Greece',
  languages: ['en', 'pt'],
  reason: 'As decided',
};
const link = (href: string) => ({ social_links: [{ title: 'Forum', href }] });
const isTaken = (change: object) =>
  exchangeSettingsEndpoints.brand.body.safeParse({ ...branding, ...change }).success;

it('takes a brand as people write it', () => {
  expect(isTaken({})).toBe(true);
  expect(isTaken({ mail_from: 'post@agora.example', name: 'Агора', support_email: null })).toBe(true);
  expect(isTaken({ slogan: '', copyright_since: null })).toBe(true);
});

it.each(['\u0000', '\ud800', '\u202e', '\u200b', '\u2028', '\u2029', '\r\n', '\u007f'])(
  'refuses %j, which nobody sees or no row can hold, wherever it stands in a brand',
  (odd) => {
    for (const wrong of [
      ...['name', 'slogan', 'company_name', 'company_address', 'governing_law'].map((key) => ({
        [key]: `Ago${odd}ra`,
      })),
      ...[{ support_email: `he${odd}lp@agora.example` }, { support_email: `help@ago${odd}ra.example` }],
      ...[{ mail_from: `po${odd}st@agora.example` }, { mail_from: `Ago${odd}ra <post@agora.example>` }],
      ...[{ mail_from: `Agora <post@ago${odd}ra.example>` }, link(`https://forum.example/${odd}a`)],
    ])
      expect(isTaken(wrong), JSON.stringify(wrong)).toBe(false);
  },
);

it.each([
  'https://[',
  'https://forum.example@elsewhere.example',
  'https:\\\\forum.example',
  'https://',
  'http://forum.example',
  'javascript:alert(1)',
  'https://forum.example/\\u0022',
])('refuses %s as a link', (href) => {
  expect(isTaken(link(href))).toBe(false);
});
