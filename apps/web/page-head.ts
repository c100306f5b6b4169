import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

type Output = Rolldown.OutputChunk | Rolldown.OutputAsset;

const base = '/account/';

/** The Latin subset is on every page, whatever its language: prices and codes are written with it. */
const firstFont = /inter-latin-wght-normal.*\.woff2$/;

function link(attrs: Record<string, string | boolean>): HtmlTagDescriptor {
  return { tag: 'link', attrs, injectTo: 'head' };
}

/** The application's chunk and all that it imports at once; the boot file only reaches it by a dynamic import. */
function firstChunks(bundle: Readonly<Record<string, Output>>): Set<string> {
  const found = new Set<string>();
  const visit = (fileName: string): void => {
    const chunk = bundle[fileName];
    if (found.has(fileName) || chunk?.type !== 'chunk') return;
    found.add(fileName);
    chunk.imports.forEach(visit);
  };
  for (const chunk of Object.values(bundle)) {
    if (chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith('/src/main.tsx')) visit(chunk.fileName);
  }
  return found;
}

/** The application has one style sheet, and the first paint needs it. */
function firstStyles(bundle: Readonly<Record<string, Output>>): string[] {
  return Object.keys(bundle).filter((fileName) => /^assets\/.*\.css$/.test(fileName));
}

/**
 * Writes into the page what only the bundler can know: the first font and the application's chunks, so that the
 * browser fetches them at once instead of one after the other. The icon is written here too, because it lies
 * outside the base path.
 */
export function pageHead(): Plugin {
  return {
    name: 'emporion-page-head',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const fonts = Object.keys(bundle).filter((fileName) => firstFont.test(fileName));
        return [
          link({ rel: 'icon', href: '/public/favicon.svg', type: 'image/svg+xml' }),
          // Made by the server, under the name and with the picture that the operator chose.
          link({ rel: 'manifest', href: `${base}manifest.webmanifest` }),
          link({ rel: 'apple-touch-icon', href: `${base}touch-icon.png` }),
          ...fonts.map((fileName) =>
            link({
              rel: 'preload',
              href: base + fileName,
              as: 'font',
              type: 'font/woff2',
              crossorigin: true,
            }),
          ),
          ...firstStyles(bundle).map((fileName) => link({ rel: 'stylesheet', href: base + fileName })),
          ...[...firstChunks(bundle)].map((fileName) =>
            link({ rel: 'modulepreload', href: base + fileName, crossorigin: true, fetchpriority: 'low' }),
          ),
        ];
      },
    },
  };
}
