import { readFileSync } from 'node:fs';
import type { Language } from '@emporion/i18n';

interface FirstPage {
  /** Whether the application will draw the header. */
  readonly header: boolean;
  readonly scripts: readonly string[];
  /** Scripts that only some windows need, by the media query that tells which. */
  readonly scriptsByMedia?: Readonly<Record<string, readonly string[]>>;
  readonly texts: Readonly<Partial<Record<Language, readonly string[]>>>;
}

/** What the build of the web application knows of the pages that people open first. */
export interface FirstPages {
  /** By the beginning of the path: what the page asks for once the application runs. */
  readonly pages: Readonly<Record<string, FirstPage>>;
  /** By language: the notice below the header. */
  readonly notices: Readonly<Partial<Record<Language, string>>>;
}

/** Answers nothing where the build wrote no list: pages work without it, and only begin later. */
export function readFirstPages(file: string): FirstPages {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as FirstPages;
  } catch {
    return { pages: {}, notices: {} };
  }
}

/** The name of the first page that a path leads to, or undefined. `path` is relative to `/account/`. */
export function firstPageOf({ pages }: FirstPages, path: string): string | undefined {
  const [first = '', second] = path.split('/', 2);
  return [`${first}/${second}`, first].find((name) => Object.hasOwn(pages, name));
}

/** The style sheet is what the first paint waits for, so scripts leave it the line. */
const linkTo = (file: string, media = ''): string =>
  `<link rel="modulepreload" crossorigin fetchpriority="low" href="/account/${file}"${media}>`;

/**
 * Tags by which the browser fetches the files of a page beside the application instead of after it. They stand in the page
 * and not in a header, because the application looks there for what is on its way already.
 */
export function preloadTags({ pages }: FirstPages, page: string, language: Language): string {
  const { texts = {}, scripts = [], scriptsByMedia = {} } = pages[page] ?? {};
  const links = [...(texts[language] ?? []), ...scripts].map((file) => linkTo(file));
  for (const [media, files] of Object.entries(scriptsByMedia)) {
    links.push(...files.map((file) => linkTo(file, ` media="${media}"`)));
  }
  return links.join('');
}

/** The header's place and the notice below it, where the application will draw both. */
export function firstFrame(
  { pages, notices }: FirstPages,
  page: string,
  { language, noticed }: { language: Language; noticed: boolean },
): string {
  if (pages[page]?.header !== true) return '';
  const header = '<div aria-hidden="true" class="h-12 border-b hairline bg-surface"></div>';
  return noticed ? header : header + (notices[language] ?? '');
}
