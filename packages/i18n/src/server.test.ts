import { describe, expect, it } from 'vitest';
import { languages } from '#index.ts';
import { formatDayIn, formatDecimalIn, formatMomentIn, translate } from '#server.ts';

describe('translate', () => {
  it.each(languages)('has the errors and the mails of %s at hand', (language) => {
    expect(translate(language, 'errors.order_not_found')).toMatch(/\.$/);
    expect(translate(language, 'mail.welcome.subject', { brand: 'Agora' })).toContain('Agora');
  });

  it('fills in the params', () => {
    expect(translate('en', 'errors.pair_disabled', { pair: 'BTC-USDT' })).toBe(
      'Trading in BTC-USDT is disabled right now. Choose another pair.',
    );
    expect(translate('ru', 'errors.quantity_too_small', { min: 5 })).toBe(
      'Количество должно быть не меньше 5.',
    );
  });

  it('takes a value for text, whatever it looks like', () => {
    for (const name of ['$t(errors.internal)', '{{other}}', '<b>&amp;</b>', 'constructor']) {
      expect(translate('en', 'mail.welcome.greeting', { name })).toBe(`Hi ${name},`);
    }
  });

  it('lets no param steer the lookup', () => {
    const params = { lng: 'ru', ns: 'mail', defaultValue: 'x', context: 'y', count: 2, name: 'Ada' };
    expect(translate('en', 'mail.welcome.greeting', params)).toBe('Hi Ada,');
  });

  it('answers a missing key with the key', () => {
    expect(translate('fr', 'errors.no_such_code')).toBe('errors.no_such_code');
  });
});

it('writes a number as the language does, to its last digit', () => {
  expect(formatDecimalIn('en', '900719925474099312.000000000000000001')).toBe(
    '900,719,925,474,099,312.000000000000000001',
  );
  expect(formatDecimalIn('it', '68791.12')).toBe('68.791,12');
});

it('writes days and moments in one way: the month in letters, the hours from 0 to 23', () => {
  const at = new Date('2026-03-02T21:05:09Z');
  expect(formatDayIn('en', '2026-04-01')).toBe('Apr 1, 2026');
  expect(formatDayIn('en', 'soon')).toBe('soon');
  expect(formatMomentIn('en', at, { timeZone: 'UTC' })).toBe('Mar 2, 2026, 21:05');
  expect(formatMomentIn('en', at, { timeZone: 'Asia/Tokyo', style: 'exact' })).toBe('Mar 3, 2026, 06:05:09');
  expect(formatMomentIn('it', at, { timeZone: 'UTC' })).toBe('2 mar 2026, 21:05');
});
