import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const sources = join(import.meta.dirname, 'worker');
const catalogues = join(import.meta.dirname, '../../packages/i18n/catalogues');
/** Of the texts of phones. */
const area = 'phone';

interface OfflineTexts {
  readonly title: string;
  readonly unreached: string;
  readonly text: string;
  readonly retry: string;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

function sectionOf(language: string): string {
  const catalogue = readFileSync(join(catalogues, language, `${area}.json`), 'utf8');
  const { offline } = JSON.parse(catalogue) as { offline: OfflineTexts };
  return [
    `<section lang="${language}">`,
    `<h1 class="offline">${escaped(offline.title)}</h1>`,
    `<h1 class="unreached">${escaped(offline.unreached)}</h1>`,
    `<p>${escaped(offline.text)}</p>`,
    `<button type="button">${escaped(offline.retry)}</button>`,
    '</section>',
  ].join('');
}

const sign =
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M12 20h.01M8.5 16.43a5 5 0 0 1 7 0M5 12.86a10 10 0 0 1 5.17-2.69M19 12.86a10 10 0 0 0-2-1.52M2 8.82a15 15 0 0 1 4.18-2.64M22 8.82a15 15 0 0 0-11.29-3.76M2 2l20 20"/></svg>';

/** In every language at once: which one is spoken is known only where it is shown. */
export function offlinePage(): string {
  const languages = readdirSync(catalogues);
  return [
    '<!doctype html><html lang="en" data-theme="auto"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><title></title>',
    '<link rel="stylesheet" href="/account/offline.css"><script src="/account/offline.js" defer></script></head>',
    `<body><main>${sign}${languages.map(sectionOf).join('')}</main></body></html>\n`,
  ].join('');
}

/** One section is seen: that of the page's language. */
export function offlineStyle(): string {
  const shown = readdirSync(catalogues).map((one) => `:root[lang="${one}"] section[lang="${one}"]`);
  return `${readFileSync(join(sources, 'offline.css'), 'utf8')}${shown.join(',')}{display:block}\n`;
}

/** Writes the worker and the page that it keeps for when nothing else can be had. */
export function offlineShell(): Plugin {
  return {
    name: 'emporion-offline-shell',
    generateBundle(_, bundle) {
      const files: Readonly<Record<string, string>> = {
        'offline.html': offlinePage(),
        'offline.css': offlineStyle(),
        'offline.js': readFileSync(join(sources, 'offline.js'), 'utf8'),
      };
      const build = createHash('sha256').update(JSON.stringify([Object.keys(bundle).toSorted(), files]));
      const worker = readFileSync(join(sources, 'service-worker.js'), 'utf8');
      const written = {
        ...files,
        'service-worker.js': worker.replace('%version%', build.digest('hex').slice(0, 16)),
      };
      for (const [fileName, source] of Object.entries(written))
        this.emitFile({ type: 'asset', fileName, source });
    },
  };
}
