// @vitest-environment node
import { expect, it } from 'vitest';
import { readSocialLinks } from './social-links.ts';

const page = { title: 'Forum', href: 'https://forum.example/emporion' };

it('shows the operator’s pages', () => {
  expect(readSocialLinks(JSON.stringify([page]))).toEqual([page]);
});

it.each([
  undefined,
  '',
  'not json',
  '{}',
  '[{"title":"x","href":"javascript:alert(1)"}]',
  '[{"href":"https://a"}]',
  '[null]',
])('shows none for %j', (setting) => {
  expect(readSocialLinks(setting)).toEqual([]);
});
