import { type Language, languages } from '#languages.ts';
import { terms } from './terms.ts';

export interface BannedWord {
  readonly pattern: RegExp;
  /** What to write instead, and why. */
  readonly reason: string;
}

/** How a text is not written, whatever it speaks of. What a thing is never called stands with its term. */
const style: Readonly<Record<Language, readonly BannedWord[]>> = {
  en: [
    { pattern: /\bpartly\b/i, reason: 'orders are partially filled on every exchange' },
    { pattern: /\bfired?\b/i, reason: 'stops and alerts are triggered' },
    { pattern: /\b(?:un)?thaw(?:ed|s)?\b/i, reason: 'say unfreeze' },
    { pattern: /\bsomebody\b/i, reason: 'say someone' },
    { pattern: /\bquantity\b/i, reason: 'the order form calls it amount' },
    {
      pattern: /\b(?:cannot|can not|do not|does not|did not|is not|are not|could not|will not)\b/i,
      reason: 'contract it',
    },
    {
      pattern: /\b(?:counts? (?:once|for|no more)|stands? here|called so)\b/i,
      reason: 'not how a broker speaks',
    },
    { pattern: /\bcouldn’t be loaded\b/i, reason: 'say Couldn’t load …' },
    { pattern: /\bby itself\b/i, reason: 'say automatically' },
    { pattern: /\bsign(?:ed)? (?:in|out)\b/i, reason: 'people log in and out; they sign up' },
    { pattern: /'/, reason: 'the apostrophe is ’' },
  ],
  es: [{ pattern: /\b(?:tu|tus)\b/i, reason: 'se trata de usted' }],
  ru: [
    { pattern: /сесси/i, reason: 'пишем «сеанс»' },
    { pattern: /предпочтени/i, reason: 'калька: пишем «интерфейс» или «настройки»' },
  ],
  pt: [
    {
      pattern: /\bdefinições\b|\biniciar sessão\b|\bpalavra-passe\b|\butilizador/i,
      reason: 'escrevemos em português do Brasil',
    },
  ],
  fr: [
    { pattern: /négociation|\bnégocier\b/i, reason: 'on écrit trading et trader' },
    { pattern: /'/, reason: 'l’apostrophe est ’' },
  ],
  it: [
    { pattern: /\bscongel/i, reason: 'si scrive sbloccare' },
    { pattern: /\bnegozi(?:are|azione|a)\b/i, reason: 'si scrive trading' },
    { pattern: /\b(?:tuo|tua|tuoi|tue)\b/i, reason: 'si dà del lei' },
    { pattern: /(?<=[\p{Ll},] )(?:Suo|Sua|Suoi|Sue|Lei)\b/u, reason: 'suo e lei si scrivono minuscoli' },
    { pattern: /'/, reason: 'l’apostrofo è ’' },
  ],
};

function neverSaid(language: Language): BannedWord[] {
  return [...terms[language].values()].flatMap(({ word, never }) =>
    never.map((pattern) => ({ pattern, reason: `the one word is ${word}` })),
  );
}

/** Words that a text must not use, because another one is used for the same thing everywhere else. */
export const bannedWords = Object.fromEntries(
  languages.map((language) => [language, [...style[language], ...neverSaid(language)]]),
) as Record<Language, BannedWord[]>;
