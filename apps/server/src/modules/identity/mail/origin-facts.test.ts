import { languages } from '@emporion/i18n';
import { expect, it } from 'vitest';
import { renderMail } from '#platform/messages/render-mail.ts';
import { sessionClosedMail } from './session-mails.ts';

function textIn(language: (typeof languages)[number], device: string): string {
  const origin = { address: '203.0.113.7', place: 'PT', device };
  const params = { origin, at: new Date('2026-05-01T12:00:00Z') };
  return renderMail({ language, template: sessionClosedMail, params }, 'https://exchange.example').text;
}

it.each([
  ['en', 'Safari on iOS'],
  ['es', 'Safari en iOS'],
  ['fr', 'Safari sous iOS'],
  ['it', 'Safari su iOS'],
  ['pt', 'Safari em iOS'],
  ['ru', 'Safari, iOS'],
] as const)('names the device in %s', (language, name) => {
  expect(textIn(language, 'Safari on iOS')).toContain(name);
});

it.each(languages.filter((language) => language !== 'en'))(
  'says in %s that a device is not known',
  (language) => {
    expect(textIn(language, 'Unknown device')).not.toContain('Unknown device');
  },
);

it('leaves the name of a program as it is', () => {
  expect(textIn('es', 'curl')).toContain('curl');
});
