import type { Plugin, Rolldown } from 'vite';
import { cookieNotices } from './src/app/footer/cookie-notice-html.ts';

type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>;

interface FirstPage {
  /** What the page is made of, by the end of the module's path. */
  readonly modules: readonly string[];
  /** What only some windows show, by the media query that tells which. */
  readonly byMedia?: Readonly<Record<string, readonly string[]>>;
  readonly areas: readonly string[];
  /** Whether the application draws the header, so that the page keeps its place. */
  readonly header: boolean;
}

/** Every page with a header: what it stands in, and what its first answers are checked with. */
const frame = [
  '/src/app/layouts/full-layout.tsx',
  '/src/api/contract/account.ts',
  '/src/api/contract/market.ts',
  '/src/live/live.ts',
];

/** And what of it only phones have. */
const phoneFrame = { '(width < 48rem)': ['/src/app/phone/bottom-navigation.tsx'] };

/** A page with a header. Where no modules of its own are named, it comes with the application. */
function framedPage(modules: readonly string[] = [], areas: readonly string[] = []): FirstPage {
  return {
    modules: [...frame, ...modules],
    byMedia: phoneFrame,
    areas: ['common', 'shell', ...areas],
    header: true,
  };
}

/** A page of the wallet: `name` is that of its tab. */
function walletPage(name: string, ...areas: readonly string[]): FirstPage {
  const page = `/src/features/wallet/${name}/${name}-page.tsx`;
  return framedPage(['/src/app/wallet-pages.tsx', page], ['wallet', ...areas]);
}

/** The pages that people open first, by the beginning of their path, and what each asks for once the application runs. */
const firstPages: Readonly<Record<string, FirstPage>> = {
  login: {
    modules: ['/src/features/auth/login/login-page.tsx'],
    areas: ['common', 'shell', 'auth'],
    header: false,
  },
  trade: {
    modules: [...frame, '/src/pages/trade/trade-page.tsx'],
    byMedia: {
      '(width < 48rem)': [...phoneFrame['(width < 48rem)'], '/src/pages/trade/phone-desk.tsx'],
      '(width >= 48rem)': ['/src/pages/trade/trade-desk.tsx'],
    },
    areas: ['common', 'shell', 'trade', 'market'],
    header: true,
  },
  wallet: walletPage('overview'),
  'wallet/balances': walletPage('balances'),
  'wallet/deposit': walletPage('deposit'),
  'wallet/withdrawal': walletPage('withdrawal', 'withdrawal'),
  'wallet/transfer': walletPage('transfer', 'withdrawal'),
  'wallet/history': walletPage('history', 'history', 'downloads'),
  'wallet/addresses': walletPage('addresses', 'withdrawal'),
  'wallet/codes': walletPage('codes', 'withdrawal'),
  'wallet/proof': walletPage('proof', 'history'),
  fees: framedPage(['/src/features/fees/fees-page.tsx'], ['fees']),
  'quick-swap': framedPage(['/src/pages/quick-swap/quick-swap-page.tsx'], ['swap']),
  ...Object.fromEntries(
    ['kyc', 'markets', 'privacy', 'settings', 'support', 'terms'].map((page) => [page, framedPage()]),
  ),
};

function languagesOf(bundle: Bundle): Set<string> {
  const ids = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  return new Set(ids.flatMap((id) => /\/catalogues\/([a-z]{2})\//.exec(id)?.[1] ?? []));
}

/** The chunk that holds a module, and all that it imports at once. */
function chunksOf(bundle: Bundle, moduleEnd: string, found: Set<string>): void {
  const visit = (fileName: string): void => {
    const chunk = bundle[fileName];
    if (found.has(fileName) || chunk?.type !== 'chunk') return;
    found.add(fileName);
    chunk.imports.forEach(visit);
  };
  for (const chunk of Object.values(bundle)) {
    if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => id.endsWith(moduleEnd))) visit(chunk.fileName);
  }
}

function filesOf(bundle: Bundle, moduleEnds: readonly string[], known: ReadonlySet<string>): string[] {
  const found = new Set(known);
  for (const moduleEnd of moduleEnds) chunksOf(bundle, moduleEnd, found);
  return [...found].filter((fileName) => !known.has(fileName));
}

/**
 * Writes a list of what the first pages ask for beyond what `index.html` names, and the notice that stands on them. The
 * server knows path, language and cookies before the browser has read a line, and writes it into the page; see
 * `first-page.ts` there.
 */
export function firstFiles(): Plugin {
  return {
    name: 'emporion-first-files',
    generateBundle(_, bundle) {
      const named = new Set<string>();
      for (const moduleEnd of ['/src/boot.ts', '/src/main.tsx']) chunksOf(bundle, moduleEnd, named);
      const pages = Object.entries(firstPages).map(([page, { modules, byMedia = {}, areas, header }]) => {
        const texts = [...languagesOf(bundle)].map((language) => {
          const ends = areas.map((area) => `/catalogues/${language}/${area}.json`);
          return [language, filesOf(bundle, ends, named)];
        });
        const scripts = filesOf(bundle, modules, named);
        const known = new Set([...named, ...scripts]);
        const scriptsByMedia = Object.entries(byMedia).map(([media, ends]) => [
          media,
          filesOf(bundle, ends, known),
        ]);
        const lists = {
          scriptsByMedia: Object.fromEntries(scriptsByMedia),
          texts: Object.fromEntries(texts),
        };
        return [page, { header, scripts, ...lists }];
      });
      this.emitFile({
        type: 'asset',
        fileName: 'build/first-files.json',
        source: JSON.stringify({ pages: Object.fromEntries(pages), notices: cookieNotices() }),
      });
    },
  };
}
