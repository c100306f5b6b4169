import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const catalogues = join(import.meta.dirname, '../../../../../packages/i18n/catalogues');
/** Of the texts that every page speaks. */
const area = 'shell';

interface NoticeTexts {
  readonly label: string;
  readonly text: string;
  readonly accept: string;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

/** What `CookieNotice` draws, as text: the application takes its place without moving anything. A test compares the two. */
function cookieNoticeHtml({ label, text, accept }: NoticeTexts): string {
  return [
    `<section aria-label="${escaped(label)}" class="cookie-notice flex items-center gap-3 border-b hairline bg-surface px-3 py-1">`,
    '<svg width="18" height="18" class="shrink-0 text-muted max-md:hidden" data-icon="cookie" focusable="false" aria-hidden="true"><use href="/public/sprite.svg#cookie"></use></svg>',
    `<p class="text-pretty max-md:flex-1 max-md:text-xs">${escaped(text)}</p>`,
    `<button data-color="blue" data-size="small" data-variant="flat" type="button" class="button shrink-0"><span class="button-label">${escaped(accept)}</span></button>`,
    '</section>',
  ].join('');
}

/** By language. */
export function cookieNotices(): Readonly<Record<string, string>> {
  const notices = readdirSync(catalogues).map((language) => {
    const shell = readFileSync(join(catalogues, language, `${area}.json`), 'utf8');
    return [language, cookieNoticeHtml((JSON.parse(shell) as { cookies: NoticeTexts }).cookies)];
  });
  return Object.fromEntries(notices);
}
