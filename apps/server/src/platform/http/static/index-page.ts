import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type StoredFile, storeFile } from './stored-file.ts';

export const themes = ['light', 'dark', 'auto'] as const;
export type Theme = (typeof themes)[number];
/** The page in each theme, compressed once at start: it is asked for on every visit. */
export type IndexPages = Readonly<Record<Theme, StoredFile>>;

/** Answers nothing while the web application is not built. */
export function readIndexPages(file: string, { demo }: { demo: boolean }): IndexPages | undefined {
  let html: string;
  try {
    html = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  const page = (theme: Theme) => compress(writeAttributes(html, { theme, demo }));
  return { light: page('light'), dark: page('dark'), auto: page('auto') };
}

/** The theme stands in the page itself, so that the first paint already has it. */
function writeAttributes(html: string, { theme, demo }: { theme: Theme; demo: boolean }): string {
  return html.replace(/<html\b[^>]*>/, (tag) =>
    tag
      .replace(/data-theme="[^"]*"/, `data-theme="${theme}"`)
      .replace(/data-mode="[^"]*"/, `data-mode="${demo ? 'demo' : 'production'}"`),
  );
}

function compress(html: string): StoredFile {
  const identity = Buffer.from(html);
  return storeFile('text/html; charset=utf-8', identity, {
    gzip: gzipSync(identity),
    br: brotliCompressSync(identity),
  });
}

/** Only the three known words count; anything else in the cookie is somebody's mistake or mischief. */
export function themeOf(cookies: string | undefined): Theme {
  const value = /(?:^|;)\s*theme=([a-z]{1,10})\s*(?:;|$)/.exec(cookies ?? '')?.[1];
  return themes.find((theme) => theme === value) ?? 'auto';
}
