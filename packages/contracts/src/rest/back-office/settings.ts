import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { moment } from '#rest/codes.ts';
import { fiatCurrencies } from '#rest/currencies.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { countryCode, phone, required } from '#rest/identity/fields.ts';
import { languages } from '#rest/languages.ts';
import { count } from '#rest/numbers.ts';
import { brandShapes } from './brand-shapes.ts';
import { desk, explained } from './fields.ts';

const colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/, { error: 'value_invalid' }));

/** One line for people. */
function line(lengthMax: number) {
  return z
    .string()
    .check(z.trim(), required, z.maxLength(lengthMax), z.regex(brandShapes.line, { error: 'value_invalid' }));
}

const { mailAddress, mailSender } = brandShapes;

const branding = {
  name: described(line(30), 'In titles, mails and text messages.'),
  slogan: described(
    z.nullable(
      z.string().check(
        z.trim(),
        z.maxLength(80),
        z.refine((text) => text === '' || brandShapes.line.test(text), { error: 'value_invalid' }),
      ),
    ),
    'Below every page, after the name. Null: that of the product under its own name, and none under another.',
  ),
  copyright_since: described(
    z.nullable(z.int().check(z.minimum(1000), z.maximum(9999))),
    'The first year of the copyright. Null: that of the product under its own name, and the present year under another.',
  ),
  accent: described(
    z.nullable(z.strictObject({ light: colour, dark: colour })),
    'The colour of links and marks in each theme. Null: that of the product.',
  ),
  social_links: z
    .array(
      z.strictObject({
        title: line(30),
        href: z.string().check(z.maxLength(200), z.regex(brandShapes.link, { error: 'value_invalid' })),
      }),
    )
    .check(z.maxLength(10)),
  mail_from: described(
    z.nullable(
      z.string().check(
        z.trim(),
        z.maxLength(320),
        z.refine((text) => mailSender.test(text) || mailAddress.test(text), { error: 'value_invalid' }),
      ),
    ),
    'The sender of every mail: an address, or a name and the address in angle brackets. Null: no-reply at the host of the exchange.',
  ),
  support_email: described(
    z.nullable(
      z.string().check(z.trim(), z.maxLength(254), z.regex(mailAddress, { error: 'email_invalid' })),
    ),
    'Where people write to: on the support page, in the terms and below every mail.',
  ),
  home_currency: described(
    z.enum(fiatCurrencies),
    'What values are shown in to those who have not chosen a currency.',
  ),
  company_name: described(z.nullable(line(100)), 'Who runs the exchange, as the legal texts name it.'),
  company_address: described(z.nullable(line(200)), 'The registered address.'),
  governing_law: described(z.nullable(line(60)), 'The country or state whose law the terms are under.'),
  languages: described(
    z.array(z.enum(languages)).check(z.minLength(1), z.maxLength(languages.length)),
    'Those that people can choose.',
  ),
};

const requirements = {
  kyc: described(z.boolean(), 'Whoever withdraws must have passed the check of identity.'),
  two_factor: described(
    z.boolean(),
    'Whoever trades or withdraws must have a second factor; sessions without one end.',
  ),
  email: described(
    z.boolean(),
    'Whoever logs in must have proved the address of mail. Otherwise people log in, deposit and trade without, and only withdrawing takes it.',
  ),
  phone: described(z.boolean(), 'Whoever withdraws must have proved a phone number.'),
};

const channel = z.object({
  configured: z.boolean(),
  detail: described(z.nullable(z.string()), 'Where it goes, without any secret.'),
});

export const ExchangeSettingsAnswer = named(
  'ExchangeSettings',
  z.object({
    version: described(count, 'Grows with each change.'),
    changed: z.nullable(moment),
    branding: z.object({ ...branding, logo: described(z.nullable(z.string()), 'Its address.') }),
    requirements: z.object(requirements),
    objections: described(
      z.object({ kyc: z.nullable(z.string()), email: z.nullable(z.string()), phone: z.nullable(z.string()) }),
      'Why a requirement cannot be switched on now, as a code of the catalogue.',
    ),
    maintenance: z.boolean(),
    excluded_countries: z.array(countryCode),
    fixed_countries: described(z.array(countryCode), 'Excluded by the environment of the server.'),
    mail: channel,
    sms: channel,
    first_run: described(z.array(z.string()), 'The steps of the first set-up that were done or left out.'),
  }),
);
export type ExchangeSettingsAnswer = z.infer<typeof ExchangeSettingsAnswer>;

const change = { ...desk, access: 'settings.change', response: ExchangeSettingsAnswer } as const;

/** The longest picture: 48 kB, as base64 writes it. */
export const logoLengthMax = 65_536;
export const firstRunSteps = ['branding', 'coins', 'market', 'messages', 'staff'] as const;

export const exchangeSettingsEndpoints = {
  read: defineEndpoint({
    ...desk,
    access: 'settings.read',
    method: 'GET',
    path: 'admin/settings',
    summary: 'Read the settings of the exchange',
    response: ExchangeSettingsAnswer,
  }),
  brand: defineEndpoint({
    ...change,
    method: 'PUT',
    path: 'admin/settings/branding',
    summary: 'Change name, colours, sender, addresses, home currency, company and the languages offered',
    body: z.strictObject({ ...branding, ...explained }),
    errors: ['contrast_too_low', ...confirmationErrors],
  }),
  logo: defineEndpoint({
    ...change,
    method: 'PUT',
    path: 'admin/settings/logo',
    summary: 'Change the logo, a PNG or an SVG, or go back to that of the product',
    body: z.strictObject({
      picture: described(
        z.nullable(
          z
            .string()
            .check(
              z.maxLength(logoLengthMax, { error: 'logo_invalid' }),
              z.regex(/^[A-Za-z0-9+/]+={0,2}$/, { error: 'logo_invalid' }),
            ),
        ),
        'Its bytes in base64.',
      ),
      ...explained,
    }),
    errors: ['logo_invalid', ...confirmationErrors],
  }),
  require: defineEndpoint({
    ...change,
    method: 'PUT',
    path: 'admin/settings/requirements',
    summary: 'Say what people must have proved; it counts at once',
    body: z.strictObject({ ...requirements, ...explained }),
    errors: ['kyc_unavailable', 'mail_unavailable', 'sms_unavailable', ...confirmationErrors],
  }),
  maintain: defineEndpoint({
    ...desk,
    access: 'maintenance.switch',
    response: ExchangeSettingsAnswer,
    method: 'PUT',
    path: 'admin/settings/maintenance',
    summary: 'Begin or end maintenance: people may look, sign in and cancel, and change nothing else',
    body: z.strictObject({ on: z.boolean(), ...explained }),
    errors: confirmationErrors,
  }),
  exclude: defineEndpoint({
    ...change,
    method: 'PUT',
    path: 'admin/settings/countries',
    summary: 'Say from which countries nobody can register',
    body: z.strictObject({ excluded: z.array(countryCode).check(z.maxLength(249)), ...explained }),
    errors: ['country_invalid', ...confirmationErrors],
  }),
  testMail: defineEndpoint({
    ...desk,
    access: 'settings.change',
    method: 'POST',
    path: 'admin/settings/test-mail',
    summary: "Send a mail to one's own address now, and say how that went",
    body: z.strictObject({}),
    response: z.object({ delivered: z.boolean(), problem: z.nullable(z.string()) }),
    errors: ['too_many_requests'],
  }),
  testSms: defineEndpoint({
    ...desk,
    access: 'settings.change',
    method: 'POST',
    path: 'admin/settings/test-sms',
    summary: 'Send a text message to a number now, and say how that went; at most 20 a day for all staff',
    body: z.strictObject({ phone, confirmation: explained.confirmation }),
    response: z.object({ delivered: z.boolean(), problem: z.nullable(z.string()) }),
    errors: ['too_many_requests', ...confirmationErrors],
  }),
  noteStep: defineEndpoint({
    ...desk,
    access: 'settings.change',
    method: 'PUT',
    path: 'admin/settings/first-run/:step',
    summary: 'Note that a step of the first set-up was done or left out',
    params: z.object({ step: z.enum(firstRunSteps) }),
    body: z.strictObject({}),
    response: ExchangeSettingsAnswer,
  }),
} as const;
