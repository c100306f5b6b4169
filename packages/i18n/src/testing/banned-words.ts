import type { Language } from '#languages.ts';

export interface BannedWord {
  readonly pattern: RegExp;
  /** What to write instead, and why. */
  readonly reason: string;
}

/** Words that a text must not use, because another one is used for the same thing everywhere else. */
export const bannedWords: Readonly<Record<Language, readonly BannedWord[]>> = {
  en: [
    { pattern: /\bpayouts?\b/i, reason: 'say withdrawal: the pages, the menu and the API call it so' },
    { pattern: /\bsecond factors?\b/i, reason: 'say two-factor authentication or 2FA, as everyone does' },
    { pattern: /\be-mails?\b/i, reason: 'the one spelling is email' },
    { pattern: /\bmails?\b/i, reason: 'say email; mail comes in envelopes' },
    { pattern: /\bpost only\b/i, reason: 'the one spelling is Post-only' },
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
    { pattern: /'/, reason: 'the apostrophe is ’' },
  ],
  es: [
    { pattern: /segundos? factor(?:es)?|doble factor/i, reason: 'se dice autenticación en dos pasos' },
    { pattern: /\bpagos salientes?\b|\bretirada/i, reason: 'se dice retiro' },
    { pattern: /e-mail|\bmail\b/i, reason: 'se dice correo' },
    { pattern: /solo publicar/i, reason: 'se dice Post-only' },
    { pattern: /precio de activación/i, reason: 'se dice precio stop' },
    { pattern: /(?<!inter)cambio rápido/i, reason: 'se dice intercambio rápido' },
    { pattern: /\b(?:tu|tus)\b/i, reason: 'se trata de usted' },
  ],
  ru: [
    { pattern: /заявк|заявок/i, reason: 'пишем «ордер», как на экранах бирж' },
    { pattern: /выплат/i, reason: 'пишем «вывод»: так называются страница и операция' },
    { pattern: /втор(?:ой|ого|ые|ых) фактор/i, reason: 'пишем «двухфакторная аутентификация» или «2FA»' },
    { pattern: /двухфакторн\S+ защит/i, reason: 'пишем «двухфакторная аутентификация»' },
    { pattern: /сесси/i, reason: 'пишем «сеанс»' },
    { pattern: /предпочтени/i, reason: 'калька: пишем «интерфейс» или «настройки»' },
    { pattern: /e-mail|имейл|мейл\b/i, reason: 'пишем «почта»' },
    { pattern: /код(?:ом|а|у)? приглашения/i, reason: 'пишем «реферальный код»' },
  ],
  pt: [
    { pattern: /segundos? fator(?:es)?/i, reason: 'escrevemos autenticação de dois fatores' },
    {
      pattern: /\bdefinições\b|\biniciar sessão\b|\bpalavra-passe\b|\butilizador/i,
      reason: 'escrevemos em português do Brasil',
    },
    { pattern: /\bretiradas?\b|\blevantamentos?\b/i, reason: 'escrevemos saque' },
    { pattern: /livro de ofertas/i, reason: 'escrevemos livro de ordens' },
    { pattern: /só publicar/i, reason: 'escrevemos Post-only' },
    { pattern: /preço de disparo/i, reason: 'escrevemos preço stop' },
    { pattern: /\bcomiss(?:ão|ões)\b/i, reason: 'escrevemos taxa' },
  ],
  fr: [
    {
      pattern: /seconds? facteurs?|double authentification/i,
      reason: 'on écrit authentification à deux facteurs',
    },
    { pattern: /\bmails?\b(?<!e-mails?)/i, reason: 'on écrit e-mail' },
    { pattern: /prix de déclenchement/i, reason: 'on écrit prix stop' },
    { pattern: /négociation|\bnégocier\b/i, reason: 'on écrit trading et trader' },
    { pattern: /\bpaiements sortants\b|\bversements?\b/i, reason: 'on écrit retrait' },
    { pattern: /'/, reason: 'l’apostrophe est ’' },
  ],
  it: [
    {
      pattern: /second[oi] fattor[ei]|protezione a due fattori/i,
      reason: 'si scrive autenticazione a due fattori',
    },
    { pattern: /\bmail\b(?<!e-mail)|\bemail\b/i, reason: 'si scrive e-mail' },
    { pattern: /\bscongel/i, reason: 'si scrive sbloccare' },
    { pattern: /solo nel book/i, reason: 'si scrive Post-only' },
    { pattern: /\bnegozi(?:are|azione|a)\b/i, reason: 'si scrive trading' },
    { pattern: /\b(?:tuo|tua|tuoi|tue)\b/i, reason: 'si dà del lei' },
    { pattern: /'/, reason: 'l’apostrofo è ’' },
  ],
};
