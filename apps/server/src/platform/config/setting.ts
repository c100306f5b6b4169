import { z } from 'zod';

/** One environment variable: what it is called, what it means, and which texts it accepts. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  readonly env: string;
  readonly description: string;
  /** Completes the sentence "NAME must be …", which is what a person reads when the value is refused. */
  readonly expects: string;
  /** A secret's value is never repeated in a message. */
  readonly secret: boolean;
  /** The text that stands in when the variable is unset or empty. */
  readonly fallback?: string;
  readonly schema: Schema;
}

/** A variable that is refused, or accepted and worth a change, and the sentence that says why. */
export interface ConfigProblem {
  readonly variable: string;
  readonly message: string;
}

export function setting<Schema extends z.ZodType>(
  definition: Omit<Setting<Schema>, 'secret'> & { secret?: boolean },
): Setting<Schema> {
  return { secret: false, ...definition };
}

export function wholeNumber(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().int().min(min).max(max));
}

export const flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');

/** An absolute URL of one of the schemes, given with their colon. */
export function absoluteUrl(schemes: readonly string[]) {
  return z
    .string()
    .max(2048)
    .refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol));
}
