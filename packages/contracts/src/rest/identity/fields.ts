import { z } from 'zod';
import { tokenLengthMax } from '#rest/session.ts';

export const passwordLengthMin = 8;
export const ageMin = 18;
/** How long a code sent by mail or text message counts, and how soon another one can be asked for. */
export const codeLifeSeconds = 300;
export const codeResendSeconds = 60;

/** Long enough for any phrase, short enough that hashing it costs what hashing costs. */
const passwordLengthMax = 256;

const emailShape =
  /^[^\s\p{C}@,;:<>()[\]\\"]{1,64}@[^\s\p{C}@.,;:<>()[\]\\"]+(?:\.[^\s\p{C}@.,;:<>()[\]\\"]+)+$/u;

export const email = z
  .string()
  .trim()
  .min(1, { error: 'field_required', abort: true })
  .max(254, { error: 'email_invalid', abort: true })
  .regex(emailShape, { error: 'email_invalid' })
  .meta({ example: 'theo@example.org' });

/** A password that is being chosen. One that is being checked is only `knownPassword`: the rules may have been others. */
export const newPassword = z
  .string()
  .min(1, { error: 'field_required', abort: true })
  .min(passwordLengthMin, { error: 'password_too_short', abort: true })
  .max(passwordLengthMax)
  .regex(/\p{Lu}/u, { error: 'password_needs_uppercase', abort: true })
  .regex(/\p{Ll}/u, { error: 'password_needs_lowercase', abort: true })
  .regex(/\d/, { error: 'password_needs_digit' });

export const knownPassword = z
  .string()
  .min(1, { error: 'field_required', abort: true })
  .max(passwordLengthMax);

/** A person writes spaces, hyphens and brackets; what is kept are a plus and digits, as E.164 has it. */
export const phone = z
  .string()
  .trim()
  .min(1, { error: 'field_required', abort: true })
  .max(40, { error: 'phone_invalid', abort: true })
  .transform((text) => text.replaceAll(/[\s().-]/g, ''))
  .pipe(z.string().regex(/^\+[1-9][0-9]{6,14}$/, { error: 'phone_invalid' }))
  .meta({ example: '+34 600 123 456' });

/** Letters of any script. Control characters and the signs of markup have no place in a name. */
export const personName = z
  .string()
  .trim()
  .min(1, { error: 'field_required', abort: true })
  .max(80)
  .regex(/^[^\p{C}<>]+$/u, { error: 'value_invalid' });

export const countryCode = z
  .string()
  .min(1, { error: 'field_required', abort: true })
  .regex(/^[A-Z]{2}$/, { error: 'country_invalid' })
  .describe('ISO 3166-1, two letters.')
  .meta({ example: 'PT' });

/** A calendar day. Whether it shows an age of 18 depends on today, so whoever has a clock asks `isOldEnough`. */
export const birthday = z.iso.date({ error: 'birthday_invalid' }).meta({ example: '1990-05-17' });

/** Compares calendar days, so that a birthday counts from its own first minute, in UTC. */
export function isOldEnough(day: string, today: Date): boolean {
  const latest = new Date(Date.UTC(today.getUTCFullYear() - ageMin, today.getUTCMonth(), today.getUTCDate()));
  return new Date(`${day}T00:00:00Z`) <= latest;
}

export const oneTimeCode = z
  .string()
  .trim()
  .min(1, { error: 'field_required', abort: true })
  .max(32)
  .describe('Six digits, or a backup code.')
  .meta({ example: '123456' });

export const referralCode = z.string().regex(/^[A-Za-z0-9]{4,16}$/, { error: 'invalid_code' });

export const secretToken = z.string().min(1, { error: 'field_required' }).max(tokenLengthMax);

export const captcha = z
  .string()
  .max(4096)
  .optional()
  .describe('The solved puzzle of check_captcha, where one is asked for.');

export const nothing = z.object({});
