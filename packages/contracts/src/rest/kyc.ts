import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { moment } from '#rest/codes.ts';
import { decimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { birthday, countryCode, personName, required } from '#rest/identity/fields.ts';
import { kycStatuses } from '#rest/kyc-states.ts';
import { count } from '#rest/numbers.ts';
import { oneLine } from '#rest/text.ts';
import { evidenceKinds, evidenceProblems, rejectionReasons } from '#verification/index.ts';

const tag = 'verification';

/** `open`: its owner adds to it. `checking`: the provider looks at it. `review`: somebody of the staff does. */
export const kycApplicationStatuses = [
  'open',
  'checking',
  'review',
  'approved',
  'rejected',
  'withdrawn',
] as const;

const line = (max: number) => z.string().check(z.trim(), required, z.maxLength(max), oneLine);

/** What somebody says of themselves; an officer compares it with what they show. */
export const DeclaredPerson = named(
  'DeclaredPerson',
  z.strictObject({
    first_name: personName,
    last_name: personName,
    birthday,
    country: countryCode,
    address: line(120),
    city: line(80),
    postal_code: line(20),
  }),
);
export type DeclaredPerson = z.infer<typeof DeclaredPerson>;

/** The same as it is shown, where some of it may still be empty. */
export const ShownPerson = z.object({
  first_name: z.string(),
  last_name: z.string(),
  birthday: z.string(),
  country: z.string(),
  address: z.string(),
  city: z.string(),
  postal_code: z.string(),
});
export type ShownPerson = z.infer<typeof ShownPerson>;

export const KycLevel = named(
  'KycLevel',
  z.object({
    level: count,
    withdrawal_a_day: described(decimalString, 'What may leave within 24 hours, in USDT of value.'),
    card_payment_max: described(decimalString, 'In USDT, of one purchase with a card.'),
    card_day_max: described(decimalString, 'In USDT, within 24 hours.'),
    bank_currencies: described(z.array(z.string()), 'Currencies that may be withdrawn to a bank.'),
    needs: described(z.array(z.enum(evidenceKinds)), 'What has to be shown for it.'),
    by_officer: described(z.boolean(), 'Somebody of the staff decides, whatever the provider found.'),
    valid_days: described(
      z.nullable(count),
      'So long a verification counts at most. Null: as long as the document.',
    ),
  }),
);
export type KycLevel = z.infer<typeof KycLevel>;

export const KycApplication = named(
  'KycApplication',
  z.object({
    id: z.uuid(),
    level: count,
    status: z.enum(kycApplicationStatuses),
    again: described(z.array(z.enum(evidenceKinds)), 'What staff asked to be shown once more.'),
    reasons: described(z.array(z.enum(rejectionReasons)), 'Why it was rejected.'),
    note: described(z.nullable(z.string()), 'What staff wrote to the owner.'),
    person: described(z.nullable(ShownPerson), 'Null: it was erased.'),
    created: moment,
    decided: z.nullable(moment),
  }),
);
export type KycApplication = z.infer<typeof KycApplication>;

export const Kyc = named(
  'Kyc',
  z.object({
    state: z.enum(kycStatuses),
    level: described(
      count,
      'The level that limits go by: what was verified, or what the exchange gives to everybody.',
    ),
    verified_level: described(count, '0 unless verified.'),
    expires: described(
      z.nullable(z.iso.date()),
      'The last day on which the verification counts: that of its document, or sooner by the rules of its level.',
    ),
    renewable: described(z.boolean(), 'It ends soon, so the same level can be applied for again.'),
    required: described(z.boolean(), 'The exchange lets nobody withdraw who is not verified.'),
    levels: z.array(KycLevel),
    application: described(z.nullable(KycApplication), 'The newest one.'),
    available: described(z.boolean(), 'There is a provider to ask.'),
    sandbox: described(z.boolean(), 'The provider is the sandbox of a demo: nobody looks at documents.'),
    person: described(ShownPerson, 'What a new application begins with.'),
  }),
);
export type Kyc = z.infer<typeof Kyc>;

export const kycEndpoints = {
  read: defineEndpoint({
    ...{ tag, access: 'user', method: 'GET', path: 'kyc' },
    summary: 'Read how far the verification is, and what each level unlocks',
    response: Kyc,
  }),
  apply: defineEndpoint({
    ...{ tag, access: 'user', method: 'POST', path: 'kyc/applications' },
    summary: 'Begin an application for a level, or change what was declared in an open one',
    body: z.strictObject({ level: z.int().check(z.minimum(1), z.maximum(9)), person: DeclaredPerson }),
    response: Kyc,
    errors: [
      'kyc_pending',
      'kyc_unavailable',
      'too_many_verification_attempts',
      'age_too_low',
      'birthday_invalid',
      'country_invalid',
      'country_not_supported',
    ],
  }),
  session: defineEndpoint({
    ...{ tag, access: 'user', method: 'POST', path: 'kyc/session' },
    summary: 'Open the frame of the provider, in which documents are uploaded',
    response: z.object({
      frame: described(z.string(), 'The path of the page to frame, in a sandbox without same-origin rights.'),
      token: described(z.string(), 'For the script in the frame; it opens nothing else.'),
    }),
    errors: ['kyc_required', 'kyc_unavailable', 'external_service_error'],
  }),
  submit: defineEndpoint({
    ...{ tag, access: 'user', method: 'POST', path: 'kyc/submit' },
    summary: 'Hand the open application in',
    response: Kyc,
    errors: [
      'kyc_required',
      'kyc_pending',
      'kyc_unavailable',
      'external_service_error',
      'changed_meanwhile',
      ...evidenceProblems,
    ],
  }),
  withdraw: defineEndpoint({
    ...{ tag, access: 'user', method: 'POST', path: 'kyc/withdraw' },
    summary: 'Call the open application off; what was uploaded is deleted',
    response: Kyc,
    errors: ['kyc_required', 'kyc_pending'],
  }),
} as const;
