import type { App } from '#platform/http/app.ts';
import { type StoredFile, sendStored, storeFile } from '#platform/http/static/stored-file.ts';
import type { Platform } from '#platform/platform.ts';
import { accentSheet } from '#platform/settings/accent-sheet.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { findPicture } from './logo.ts';

const types = { png: 'image/png', svg: 'image/svg+xml' } as const;
const logoForm = /^logo-([0-9a-f]{32})\.(png|svg)$/;
const forEver = { cacheControl: 'public, max-age=31536000, immutable', vary: 'accept-encoding' };
/** Of a few kilobytes each: those of the coins are asked for by every page. */
const keptMax = 256;

/** The logos and the accent that staff chose. Their names carry a hash of what they hold. */
export function addBrandFiles(app: App, platform: Platform): void {
  const kept = new Map<string, StoredFile>();

  async function find(name: string): Promise<StoredFile | undefined> {
    const { accent } = settingsOf(platform);
    if (accent !== null && accentSheet(accent).name === name)
      return storeFile('text/css; charset=utf-8', Buffer.from(accentSheet(accent).text));
    const known = kept.get(name);
    if (known) return known;
    const [, hash, type] = logoForm.exec(name) ?? [];
    if (hash === undefined || (type !== 'png' && type !== 'svg')) return undefined;
    const content = await findPicture(platform.database.kysely, { hash, type });
    if (content === undefined) return undefined;
    const file = storeFile(types[type], content);
    if (kept.size >= keptMax) kept.clear();
    kept.set(name, file);
    return file;
  }

  app.get<{ Params: { file: string } }>(
    '/public/brand/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const file = await find(request.params.file);
      if (file === undefined) return reply.callNotFound();
      // Opened as a page of its own a picture may do nothing.
      reply.header('content-security-policy', "default-src 'none';style-src 'unsafe-inline';sandbox");
      return sendStored(request, reply, file, forEver);
    },
  );
}
