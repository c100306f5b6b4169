import { readFileSync } from 'node:fs';
import type { Language } from '@emporion/i18n';

interface FirstFiles {
  readonly scripts: readonly string[];
  /** Scripts that only some windows need, by the media query that tells which. */
  readonly scriptsByMedia?: Readonly<Record<string, readonly string[]>>;
  readonly texts: Readonly<Partial<Record<Language, readonly string[]>>>;
}

/** By page: what it asks for once the application runs. The build of the web application writes it. */
export type PagePreloads = Readonly<Record<string, FirstFiles>>;

/** Answers nothing where the build wrote no list: pages work without it, and only begin later. */
export function readPagePreloads(file: string): PagePreloads {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as PagePreloads;
  } catch {
    return {};
  }
}

/** The style sheet is what the first paint waits for, so scripts leave it the line. */
const linkOf = (file: string): string =>
  `</account/${file}>; rel=modulepreload; crossorigin; fetchpriority=low`;

/**
 * The `Link` header of a page, so that the browser fetches its files beside the application instead of after it.
 * `path` is relative to `/account/`. The language is a guess: whoever chose another one fetches two small files in vain.
 */
export function preloadLinks(preloads: PagePreloads, path: string, language: Language): string | undefined {
  const page = path.split('/', 1)[0] ?? '';
  if (!Object.hasOwn(preloads, page)) return undefined;
  const { texts = {}, scripts = [], scriptsByMedia = {} } = preloads[page] ?? {};
  const links = [...(texts[language] ?? []), ...scripts].map(linkOf);
  for (const [media, files] of Object.entries(scriptsByMedia)) {
    links.push(...files.map((file) => `${linkOf(file)}; media="${media}"`));
  }
  return links.length === 0 ? undefined : links.join(', ');
}
