import { describe, expect, it } from 'vitest';
import { readTexts } from '#testing/catalogue-files.ts';

/** A space that a line may break at, or none, where French has one that holds the mark to its word. */
const loose = /(?<![\u00a0\u202f])»|«(?![\u00a0\u202f])|[ \t][:;!?]|[\p{L}\p{N})}’][:;!?](?=[\s]|$)/u;

/** In a text message such a space costs a second message: the alphabet of phones has none. */
const asTextMessage = /\.sms$/;

describe('the texts in French', () => {
  it('hold : ; ! ? and « » to the words beside them', () => {
    const wrong = [...readTexts('fr')].filter(([key, text]) => !asTextMessage.test(key) && loose.test(text));
    expect(wrong).toEqual([]);
  });

  it.each(['Quoi ?', 'Quoi?', 'Nom : Theo', 'Nom: Theo', '« oui »', '«oui»', 'Ici ; là', '{{name}} !'])(
    'would be refused as %s',
    (text) => {
      expect(text).toMatch(loose);
    },
  );

  it.each(['Quoi\u00a0?', 'Nom\u202f: Theo', '«\u00a0oui\u00a0»', '10:30', 'https://exchange.example'])(
    'are right as %s',
    (text) => {
      expect(text).not.toMatch(loose);
    },
  );
});
