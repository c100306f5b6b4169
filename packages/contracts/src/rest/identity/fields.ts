import * as z from 'zod/mini';
import { described, withExample } from '#documented.ts';
import { tokenLengthMax } from '#rest/session.ts';

export const passwordLengthMin = 8;
export const ageMin = 18;
/** Nobody is known to have been older; a year before it is a slip. */
export const ageMax = 120;
/** How long a code sent by mail or text message counts, and how soon another one can be asked for. */
export const codeLifeSeconds = 300;
export const codeResendSeconds = 60;

/** Long enough for any phrase, short enough that hashing it costs what hashing costs. */
const passwordLengthMax = 256;

const emailShape =
  /^[^\s\p{C}@,;:<>()[\]\\"]{1,64}@[^\s\p{C}@.,;:<>()[\]\\"]+(?:\.[^\s\p{C}@.,;:<>()[\]\\"]+)+$/u;

/** Of a text that must not be empty. */
export const required = z.minLength(1, { error: 'field_required', abort: true });

export const email = withExample(
  z
    .string()
    .check(
      z.trim(),
      required,
      z.maxLength(254, { error: 'email_invalid', abort: true }),
      z.regex(emailShape, { error: 'email_invalid' }),
    ),
  'theo@example.org',
);

/** A password that is being chosen. One that is being checked is only `knownPassword`: the rules may have been others. */
export const newPassword = z
  .string()
  .check(
    required,
    z.minLength(passwordLengthMin, { error: 'password_too_short', abort: true }),
    z.maxLength(passwordLengthMax),
    z.regex(/\p{Lu}/u, { error: 'password_needs_uppercase', abort: true }),
    z.regex(/\p{Ll}/u, { error: 'password_needs_lowercase', abort: true }),
    z.regex(/\d/, { error: 'password_needs_digit' }),
  );

export const knownPassword = z.string().check(required, z.maxLength(passwordLengthMax));

/** A person writes spaces, hyphens and brackets; what is kept are a plus and digits, as E.164 has it. */
export const phone = withExample(
  z.pipe(
    z.pipe(
      z.string().check(z.trim(), required, z.maxLength(40, { error: 'phone_invalid', abort: true })),
      z.transform((text) => text.replaceAll(/[\s().-]/g, '')),
    ),
    z.string().check(z.regex(/^\+[1-9][0-9]{6,14}$/, { error: 'phone_invalid' })),
  ),
  '+34 600 123 456',
);

/** Letters of any script. Control characters and the signs of markup have no place in a name. */
export const personName = z
  .string()
  .check(z.trim(), required, z.maxLength(80), z.regex(/^[^\p{C}<>]+$/u, { error: 'value_invalid' }));

export const countryCode = described(
  z.string().check(required, z.regex(/^[A-Z]{2}$/, { error: 'country_invalid' })),
  'ISO 3166-1, two letters.',
  { example: 'PT' },
);

/** A calendar day. Which age it shows depends on today, so whoever has a clock asks `ageProblem`. */
export const birthday = withExample(z.iso.date({ error: 'birthday_invalid' }), '1990-05-17');

/** A row of the catalogue with what its sentence is filled with, so that nobody can answer with the code alone. */
export type AgeProblem =
  | { readonly code: 'age_too_low'; readonly params: { readonly min: string } }
  | { readonly code: 'birthday_invalid' };

/** Compares calendar days, so that a birthday counts from its own first minute, in UTC. */
export function ageProblem(day: string, today: Date): AgeProblem | undefined {
  const born = new Date(`${day}T00:00:00Z`);
  if (born > yearsBefore(today, ageMin)) return { code: 'age_too_low', params: { min: String(ageMin) } };
  return born > yearsBefore(today, ageMax + 1) ? undefined : { code: 'birthday_invalid' };
}

function yearsBefore(today: Date, years: number): Date {
  return new Date(Date.UTC(today.getUTCFullYear() - years, today.getUTCMonth(), today.getUTCDate()));
}

export const oneTimeCode = described(
  z.string().check(z.trim(), required, z.maxLength(32)),
  'Six digits, or a backup code.',
  { example: '123456' },
);

export const referralCode = z.string().check(z.regex(/^[A-Za-z0-9]{4,16}$/, { error: 'invalid_code' }));

export const secretToken = z
  .string()
  .check(z.minLength(1, { error: 'field_required' }), z.maxLength(tokenLengthMax));

/** What the device keeps of its last login, if it logged in before. */
export const deviceToken = z.optional(secretToken);

export const captcha = described(
  z.optional(z.string().check(z.maxLength(4096))),
  'The solved puzzle of check_captcha, where one is asked for.',
);

export const nothing = z.object({});
