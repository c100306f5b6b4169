import { type Language, negotiateLanguage, wishesOfHeader } from '@emporion/i18n';

const headerLengthMax = 200;

/** The language to answer in. The header is a plain `ru`, as our client sends it, or a browser's weighted list. */
export function requestLanguage(header: string | undefined): Language {
  return negotiateLanguage(wishesOfHeader(header?.slice(0, headerLengthMax)));
}
