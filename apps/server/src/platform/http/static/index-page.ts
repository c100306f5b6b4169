import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { isLanguage, type Language } from '@emporion/i18n';
import { requestLanguage } from '#platform/http/request-language.ts';
import type { Platform } from '#platform/platform.ts';
import { accentSheet } from '#platform/settings/accent-sheet.ts';
import { brandIcon } from '#platform/settings/brand-icon.ts';
import {
  defaultSettings,
  type ExchangeSettings,
  productName,
  settingsOf,
} from '#platform/settings/exchange-settings.ts';
import { type FirstPages, firstFrame, firstPageOf, preloadTags } from './first-page.ts';
import { type StoredFile, storeFile } from './stored-file.ts';

/** As the pages are built. */
const productIcon = /<link rel="icon"[^>]*>/;
const iconLink = (logo: string) => `<link rel="icon" href="${brandIcon(logo, 64)}" type="image/png">`;

const themes = ['light', 'dark', 'auto'] as const;
type Theme = (typeof themes)[number];

/** What the page is written by. */
interface PageLook {
  readonly theme: Theme;
  readonly language: Language;
  /** The first page that the path leads to. */
  readonly page: string | undefined;
  /** Whether the notice about cookies has been accepted. */
  readonly noticed: boolean;
}

export interface PageRequest {
  /** Relative to `/account/`. */
  readonly path: string;
  readonly cookie: string | undefined;
  readonly acceptLanguage: string | undefined;
}

/** The page as each visitor gets it, written and compressed when it is first asked for. There are some hundreds at most. */
export class IndexPages {
  readonly #html: string;
  readonly #firstPages: FirstPages;
  readonly #settings: ExchangeSettings;
  readonly #written = new Map<string, StoredFile>();

  private constructor(html: string, firstPages: FirstPages, settings: ExchangeSettings) {
    this.#html = html;
    this.#firstPages = firstPages;
    this.#settings = settings;
  }

  /** Answers nothing while the web application is not built. */
  static read(
    file: string,
    firstPages: () => FirstPages,
    { demo, settings }: { demo: boolean; settings: ExchangeSettings },
  ): IndexPages | undefined {
    let html: string;
    try {
      html = readFileSync(file, 'utf8');
    } catch {
      return undefined;
    }
    const mode = demo ? 'demo' : 'production';
    return new IndexPages(html.replace(/data-mode="[^"]*"/, `data-mode="${mode}"`), firstPages(), settings);
  }

  find({ path, cookie, acceptLanguage }: PageRequest): StoredFile {
    const look = {
      theme: oneOf(themes, cookieOf(cookie, 'theme')) ?? 'auto',
      language: this.#offered(languageOf(cookie, acceptLanguage)),
      page: firstPageOf(this.#firstPages, path),
      noticed: cookieOf(cookie, 'cookie_notice') === 'accepted',
    };
    const key = Object.values(look).join(' ');
    const known = this.#written.get(key);
    if (known) return known;
    const written = compress(this.#write(look));
    this.#written.set(key, written);
    return written;
  }

  #offered(language: Language): Language {
    const { languages } = this.#settings;
    return languages.includes(language) ? language : (languages[0] ?? language);
  }

  /** Theme and language stand in the page itself, so that the first paint already has them. */
  #write({ theme, language, page, noticed }: PageLook): string {
    const files = page === undefined ? '' : preloadTags(this.#firstPages, page, language);
    const frame = page === undefined ? '' : firstFrame(this.#firstPages, page, { language, noticed });
    const whole = this.#html.replace('<!-- first frame -->', () => frame);
    // What the operator wrote comes last: the product's name in it is theirs, and stays.
    return (
      writeBrand(whole, this.#settings)
        // Behind the style sheet, the font and the boot file, for over HTTP/1 a browser asks for six files at once, in this order.
        .replace('</head>', () => `${files}</head>`)
        .replace(/<html\b[^>]*>/, (tag) =>
          tag
            .replace(/data-theme="[^"]*"/, `data-theme="${theme}"`)
            .replace(/lang="[^"]*"/, `lang="${language}"`)
            .replace(/>$/, () => `${brandAttributes(this.#settings)}>`),
        )
    );
  }
}

/** The pages as they are to be now: written anew when staff change what stands in them. They answer nothing while the web application is not built. */
export function currentPages(
  file: string,
  firstPages: () => FirstPages,
  platform: Pick<Platform, 'config' | 'database'>,
): () => IndexPages | undefined {
  let made: { readonly of: ExchangeSettings; readonly pages: IndexPages } | undefined;
  return () => {
    const settings = settingsOf(platform);
    if (made?.of === settings) return made.pages;
    // A server may be started before its pages are built; they are looked for until they are there.
    const pages = IndexPages.read(file, firstPages, { demo: platform.config.demo, settings });
    if (pages !== undefined) made = { of: settings, pages };
    return pages;
  };
}

/** The name and the icon wherever the product's stand, and the sheet of the accent after those of the application, which it changes. */
function writeBrand(html: string, { name, accent, logo }: ExchangeSettings): string {
  const marked = logo === null ? html : html.replace(productIcon, () => iconLink(logo));
  const named = name === productName ? marked : marked.replaceAll(productName, () => escaped(name));
  if (accent === null) return named;
  const sheet = `<link rel="stylesheet" href="/public/brand/${accentSheet(accent).name}">`;
  return named.replace('</head>', () => `${sheet}</head>`);
}

/** For the application. What is as the product comes is left out. */
function brandAttributes(settings: ExchangeSettings): string {
  const { logo, coinLogos, languages, socialLinks, homeCurrency, supportEmail } = settings;
  const coins = Object.entries(coinLogos);
  const { companyName, companyAddress, governingLaw } = settings;
  const attributes = {
    ...footWords(settings),
    ...(logo !== null && { logo: `/public/brand/${logo}` }),
    ...(coins.length > 0 && {
      coins: coins.map(([code, file]) => `${code.toLowerCase()}:${file}`).join(' '),
    }),
    ...(languages.length < defaultSettings.languages.length && { languages: languages.join(' ') }),
    ...(socialLinks.length > 0 && { social: JSON.stringify(socialLinks) }),
    ...(homeCurrency !== defaultSettings.homeCurrency && { currency: homeCurrency }),
    ...(supportEmail !== null && { support: supportEmail }),
    ...(companyName !== null && { company: companyName }),
    ...(companyAddress !== null && { address: companyAddress }),
    ...(governingLaw !== null && { law: governingLaw }),
  };
  return Object.entries(attributes)
    .map(([key, value]) => ` data-${key}="${escaped(value)}"`)
    .join('');
}

/** Whoever has a name of their own says nothing in the product's words, and began in no year of the product's. */
function footWords({ name, slogan, copyrightSince }: ExchangeSettings): { slogan?: string; since?: string } {
  const isOwn = name !== productName;
  return {
    ...((slogan !== null || isOwn) && { slogan: slogan ?? '' }),
    ...((copyrightSince !== null || isOwn) && { since: String(copyrightSince ?? '') }),
  };
}

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

function compress(html: string): StoredFile {
  const identity = Buffer.from(html);
  return storeFile('text/html; charset=utf-8', identity, {
    gzip: gzipSync(identity),
    // In the time of one request: the last per cent would take ten times as long.
    br: brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  });
}

function cookieOf(cookies: string | undefined, name: string): string | undefined {
  return new RegExp(`(?:^|;)\\s*${name}=([a-z]{1,10})\\s*(?:;|$)`).exec(cookies ?? '')?.[1];
}

/** Only known words count; anything else in a cookie is somebody's mistake or mischief. */
function oneOf<Word extends string>(words: readonly Word[], value: string | undefined): Word | undefined {
  return words.find((word) => word === value);
}

/** What was chosen on this device, else what the browser prefers. */
function languageOf(cookie: string | undefined, acceptLanguage: string | undefined): Language {
  const chosen = cookieOf(cookie, 'language');
  return isLanguage(chosen) ? chosen : requestLanguage(acceptLanguage);
}
