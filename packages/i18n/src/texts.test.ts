import { describe, expect, it, vi } from 'vitest';
import type { Language } from '#languages.ts';
import { Texts } from '#texts.ts';

const never = () => Promise.reject(new Error('nothing is fetched here'));

function speaking(language: Language, common: Record<string, unknown>): Texts {
  const texts = new Texts(never);
  texts.provide(language, { common });
  texts.language = language;
  return texts;
}

describe('a text', () => {
  it('chooses the plural of its language by the count', () => {
    const ru = speaking('ru', {
      orders_one: '{{count}} ордер',
      orders_few: '{{count}} ордера',
      orders_many: '{{count}} ордеров',
      orders_other: '{{count}} ордера',
    });
    expect([1, 2, 5, 21, 1.5].map((count) => ru.t('common.orders', { count }))).toEqual([
      '1 ордер',
      '2 ордера',
      '5 ордеров',
      '21 ордер',
      '1.5 ордера',
    ]);
  });

  it('takes a text without plurals for any count', () => {
    expect(speaking('en', { left: '{{ count }} left' }).t('common.left', { count: 0 })).toBe('0 left');
  });

  it('fills what is given, then what every text may name, and leaves the rest empty', () => {
    const texts = speaking('en', { hello: '{{brand}}: {{name}}{{other}}' });
    texts.variables = { brand: 'Agora', name: 'nobody' };
    expect(texts.t('common.hello', { name: '{{brand}} $& $t(x)' })).toBe('Agora: {{brand}} $& $t(x)');
  });

  it('is that of the first key that has one, else the default, else the last key', () => {
    const texts = speaking('en', { close: 'Close', deep: { er: 'Deeper' } });
    expect(texts.t(['common.nothing', 'common.deep.er', 'common.close'])).toBe('Deeper');
    expect(texts.t('common.nothing', { defaultValue: 'As {{who}} said', who: 'she' })).toBe('As she said');
    expect(texts.t(['errors.nothing', 'common.deep'])).toBe('common.deep');
    expect(texts.t('common.constructor')).toBe('common.constructor');
    expect([texts.exists('common.close'), texts.exists('common.deep')]).toEqual([true, false]);
  });

  it('comes with all that lies below its key, each filled', () => {
    const texts = speaking('en', { parts: { a: { title: 'By {{who}}' } } });
    expect(texts.tree('common.parts', { who: 'us' })).toEqual({ a: { title: 'By us' } });
  });
});

describe('a change of language', () => {
  it('brings every area that was asked for before it is shown', async () => {
    const texts = new Texts(async (language, area) => ({ name: `${area} in ${language}` }));
    await texts.load('trade');
    const heard = vi.fn(() => texts.t('trade.name'));
    texts.onChange(heard);
    const changed = texts.changeLanguage('fr');
    expect(texts.t('trade.name')).toBe('trade in en');
    await changed;
    expect(heard).toHaveReturnedWith('trade in fr');
  });

  it('shows the last of several, whichever comes first', async () => {
    const given = new Map<Language, () => void>();
    const texts = new Texts(
      (language) => new Promise((resolve) => given.set(language, () => resolve({ name: language }))),
    );
    const loaded = texts.load('common');
    given.get('en')?.();
    await loaded;
    const both = [texts.changeLanguage('es'), texts.changeLanguage('it')];
    given.get('it')?.();
    given.get('es')?.();
    await Promise.all(both);
    expect([texts.language, texts.t('common.name')]).toEqual(['it', 'it']);
  });
});

it('asks again for an area that could not be had', async () => {
  const load = vi.fn(never as () => Promise<Record<string, unknown>>);
  const texts = new Texts(load);
  await texts.load('fees');
  expect([texts.hasArea('fees'), texts.t('fees.title')]).toEqual([false, 'fees.title']);
  load.mockResolvedValue({ title: 'Fees' });
  await texts.load('fees');
  expect(texts.t('fees.title')).toBe('Fees');
});
