import { describe, expect, it } from 'vitest';
import { codeOf, readCode, shownCode } from './code-text.ts';

const config = { secret: 'q8Zt3Lw0Rk5Yv7Nx1Bc9Mj4Hd6Gf2Ps8' };

describe('the text of a code', () => {
  it('is the same for the same id, and another one for another id or secret', () => {
    const code = codeOf(config, 'a');
    expect(codeOf(config, 'a')).toBe(code);
    expect(codeOf(config, 'b')).not.toBe(code);
    expect(codeOf({ secret: `${config.secret}x` }, 'a')).not.toBe(code);
  });

  it('is read back as it is shown, in small letters, without its dashes, and with letters that look like digits', () => {
    const code = codeOf(config, 'a');
    const shown = shownCode(code);
    expect(shown).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}$/);
    for (const text of [
      shown,
      shown.toLowerCase(),
      code,
      ` ${shown} `,
      code.replace(/0/g, 'O').replace(/1/g, 'l'),
    ])
      expect(readCode(text)).toBe(code);
  });

  it.each(['', 'abc', 'x'.repeat(1_000_000), `${codeOf(config, 'a')}0`, '０'.repeat(32)])(
    'is none: %.20s',
    (text) => {
      expect(readCode(text)).toBeUndefined();
    },
  );
});
