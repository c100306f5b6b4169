import type { Area } from '#areas.ts';
import type { Language } from '#languages.ts';

export { type Area, areas } from '#areas.ts';
export { dateStyles } from '#date-styles.ts';
export {
  defaultLanguage,
  isLanguage,
  type Language,
  languages,
  negotiateLanguage,
  wishesOfHeader,
} from '#languages.ts';

/** Fetches one catalogue. The bundler makes a chunk of each, so a page loads only what it speaks. */
export async function loadCatalogue(language: Language, area: Area): Promise<Record<string, unknown>> {
  const module: { default: Record<string, unknown> } = await import(`../catalogues/${language}/${area}.json`);
  return module.default;
}
