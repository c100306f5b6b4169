import type { Language } from '@emporion/i18n';

/**
 * Words that people look for and our texts leave to one other, by how they begin. The texts keep to their terms, and whoever knows a thing by another name
 * still finds it.
 */
const otherWords: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { kyc: 'verification', helpdesk: 'support' },
  es: { kyc: 'verificación', ticket: 'solicitud' },
  fr: { kyc: 'vérification', ticket: 'demande', support: 'assistance' },
  it: { kyc: 'verifica', ticket: 'richiesta', supporto: 'assistenza' },
  pt: { kyc: 'verificação', ticket: 'chamado' },
  ru: { kyc: 'проверка', верификац: 'проверка', тикет: 'обращение', депозит: 'пополнение' },
};

const lettersMin = 4;

/** The word of our texts for one that they do not use, whatever its ending is, and also while it is typed. */
export function otherWordFor(language: Language, typed: string): string | undefined {
  const found = Object.entries(otherWords[language]).find(
    ([begins]) => typed.startsWith(begins) || (typed.length >= lettersMin && begins.startsWith(typed)),
  );
  return found?.[1];
}
