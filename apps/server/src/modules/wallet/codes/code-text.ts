import { createHash, hkdfSync } from 'node:crypto';
import type { Config } from '#platform/config/schema.ts';

/** No letters that look like digits or like each other. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 32;
const pattern = new RegExp(`^[${alphabet}]{${length}}$`);

/**
 * The code of an id: 160 bits that only whoever has `SECRET` can make, so that its maker can be shown it again while the database has its hash alone.
 */
export function codeOf({ secret }: Pick<Config, 'secret'>, id: string): string {
  const bytes = Buffer.from(hkdfSync('sha256', secret, id, 'emporion:wallet:money-code', length));
  // 256 values are eight times the alphabet, so that no letter is likelier than another.
  return [...bytes].map((byte) => alphabet[byte % alphabet.length]).join('');
}

/** As people read and dictate it: in groups of four. */
export function shownCode(code: string): string {
  return code.match(/.{4}/g)?.join('-') ?? code;
}

/** What somebody typed or pasted, as a code; undefined for what can be none. */
export function readCode(text: string): string | undefined {
  if (text.length > 200) return undefined;
  const code = text.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return pattern.test(code) ? code : undefined;
}

export function hashOfCode(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
