import type { Area } from '#areas.ts';
import { loadCatalogue } from '#index.ts';
import { defaultLanguage, type Language } from '#languages.ts';
import { fillText, findText, type TextParams } from '#text.ts';

type Catalogues = Readonly<Record<string, unknown>>;
type LoadCatalogue = (language: Language, area: Area) => Promise<Catalogues>;

/** Of several keys the first that has a text; without one, `defaultValue`, or else the last key, so that whoever sees it can find it. */
export type Translate = (key: string | readonly string[], params?: TextParams) => string;

/** The texts of a browser: one language at a time, its areas as they are asked for. */
export class Texts {
  language: Language = defaultLanguage;
  /** What every text may name without being given it. */
  variables: TextParams = {};
  readonly #load: LoadCatalogue;
  readonly #areas = new Set<Area>();
  readonly #catalogues = new Map<string, unknown>();
  readonly #listeners = new Set<(language: Language) => void>();
  #next: Language | undefined;

  constructor(load: LoadCatalogue) {
    this.#load = load;
  }

  readonly t: Translate = (key, params = {}) => {
    const keys = typeof key === 'string' ? [key] : key;
    for (const one of keys) {
      const found = findText(this, one, params.count);
      if (typeof found === 'string') return fillText(found, params, this.variables);
    }
    const { defaultValue } = params;
    return typeof defaultValue === 'string'
      ? fillText(defaultValue, params, this.variables)
      : (keys.at(-1) ?? '');
  };

  readonly catalogueOf = (area: string): unknown => this.#catalogues.get(`${this.language}/${area}`);

  /** All texts below a key, by their names. */
  tree(key: string, params: TextParams): unknown {
    const fill = (node: unknown): unknown => {
      if (typeof node === 'string') return fillText(node, params, this.variables);
      const entries = Object.entries((node ?? {}) as Catalogues);
      return Object.fromEntries(entries.map(([name, inner]) => [name, fill(inner)]));
    };
    return fill(findText(this, key));
  }

  exists(key: string): boolean {
    return typeof findText(this, key) === 'string';
  }

  hasArea(area: Area): boolean {
    return this.catalogueOf(area) !== undefined;
  }

  /** Lays down texts that are at hand. */
  provide(language: Language, catalogues: Catalogues): void {
    for (const [area, catalogue] of Object.entries(catalogues))
      this.#catalogues.set(`${language}/${area}`, catalogue);
  }

  /** Resolves when the texts of the area are here, or cannot be had: the next who asks tries again. */
  async load(area: Area): Promise<void> {
    this.#areas.add(area);
    await this.#bring(this.#next ?? this.language);
  }

  /** Shows another language once its texts are here; of several that are chosen in turn, the last. */
  async changeLanguage(language: Language): Promise<void> {
    this.#next = language;
    await this.#bring(language);
    if (this.#next !== language) return;
    this.#next = undefined;
    this.language = language;
    for (const listener of this.#listeners) listener(language);
  }

  /** Returns what ends it. */
  onChange(listener: (language: Language) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #bring(language: Language): Promise<void> {
    const missing = [...this.#areas].filter((area) => !this.#catalogues.has(`${language}/${area}`));
    await Promise.all(
      missing.map(async (area) => {
        try {
          this.provide(language, { [area]: await this.#load(language, area) });
        } catch {
          // Its keys are shown instead.
        }
      }),
    );
  }
}

export const texts = new Texts(loadCatalogue);
