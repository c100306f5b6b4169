import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Platform } from '#platform/platform.ts';
import { accentSheet } from '#platform/settings/accent-sheet.ts';
import {
  defaultSettings,
  type ExchangeSettings,
  productName,
  settingsOf,
} from '#platform/settings/exchange-settings.ts';
import { type StoredFile, storeFile } from './stored-file.ts';

export const themes = ['light', 'dark', 'auto'] as const;
export type Theme = (typeof themes)[number];
/** The page in each theme, compressed once at start: it is asked for on every visit. */
export type IndexPages = Readonly<Record<Theme, StoredFile>>;

/** The pages as they are to be now: made anew when staff change what stands in them. They answer nothing while the web application is not built. */
export function indexPages(
  file: string,
  platform: Pick<Platform, 'config' | 'database'>,
): () => IndexPages | undefined {
  let made: { readonly of: ExchangeSettings; readonly pages: IndexPages } | undefined;
  return () => {
    const settings = settingsOf(platform);
    if (made?.of === settings) return made.pages;
    // A server may be started before its pages are built; they are looked for until they are there.
    const pages = readIndexPages(file, { settings, demo: platform.config.demo });
    if (pages !== undefined) made = { of: settings, pages };
    return pages;
  };
}

interface Written {
  readonly settings: ExchangeSettings;
  readonly demo: boolean;
}

function readIndexPages(file: string, written: Written): IndexPages | undefined {
  let html: string;
  try {
    html = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  const branded = writeBrand(html, written.settings);
  const page = (theme: Theme) => compress(writeAttributes(branded, { theme, ...written }));
  return { light: page('light'), dark: page('dark'), auto: page('auto') };
}

/** The name wherever the product's stands, and the sheet of the accent after those of the application, which it changes. */
function writeBrand(html: string, { name, accent }: ExchangeSettings): string {
  const named = html.replaceAll(productName, () => escaped(name));
  if (accent === null) return named;
  const sheet = `<link rel="stylesheet" href="/public/brand/${accentSheet(accent).name}">`;
  return named.replace('</head>', () => `${sheet}</head>`);
}

/** Theme and brand stand in the page itself, so that the first paint already has them. What is as the product comes is left out. */
function writeAttributes(html: string, { theme, demo, settings }: Written & { theme: Theme }): string {
  const { name, logo, languages, socialLinks } = settings;
  const more = {
    ...(name !== productName && { brand: name }),
    ...(logo !== null && { logo: `/public/brand/${logo}` }),
    ...(languages.length < defaultSettings.languages.length && { languages: languages.join(' ') }),
    ...(socialLinks.length > 0 && { social: JSON.stringify(socialLinks) }),
  };
  const attributes = Object.entries(more).map(([key, value]) => ` data-${key}="${escaped(value)}"`);
  return html.replace(/<html\b[^>]*>/, (tag) =>
    tag
      .replace(/data-theme="[^"]*"/, `data-theme="${theme}"`)
      .replace(/data-mode="[^"]*"/, `data-mode="${demo ? 'demo' : 'production'}"`)
      .replace(/>$/, () => `${attributes.join('')}>`),
  );
}

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

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
