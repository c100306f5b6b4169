import type { App } from '#platform/http/app.ts';
import { sendStored, storeFile } from '#platform/http/static/stored-file.ts';
import type { Platform } from '#platform/platform.ts';
import { type ExchangeSettings, settingsOf } from '#platform/settings/exchange-settings.ts';
import { findPicture } from './logo.ts';

const icons = '/public/icons';
/** Those of the product: the emblem, and once more with the room that phones cut round shapes out of. */
const productIcons = [
  { src: `${icons}/icon-192.png`, sizes: '192x192', type: 'image/png' },
  { src: `${icons}/icon-512.png`, sizes: '512x512', type: 'image/png' },
  { src: `${icons}/maskable-512.png`, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
] as const;
const productAccent = '#14709e';

const schema = { hide: true };
const untilChanged = { cacheControl: 'no-cache', vary: 'accept-encoding' };
const forEver = { cacheControl: 'public, max-age=31536000, immutable', vary: 'accept-encoding' };

function iconsOf({ logo }: ExchangeSettings) {
  if (logo === null) return productIcons;
  const square = { src: `/public/brand/icon/${logo}`, sizes: 'any', type: 'image/svg+xml' };
  return [square, { ...square, purpose: 'maskable' }];
}

/** By what a phone installs the exchange: under its own name, colour and picture. */
export function manifestOf(settings: ExchangeSettings) {
  const { name, accent } = settings;
  return {
    id: '/account/',
    name,
    short_name: name,
    start_url: '/account/',
    scope: '/account/',
    display: 'standalone',
    theme_color: accent?.light ?? productAccent,
    background_color: '#f3f5f7',
    icons: iconsOf(settings),
  };
}

/** A logo of any shape in the middle of a white square, small enough that no cut takes from it. Only what stands in a picture itself is drawn when it is an icon. */
export function squareIcon(type: string, content: Buffer): string {
  const href = `data:${type === 'png' ? 'image/png' : 'image/svg+xml'};base64,${content.toString('base64')}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512"><rect width="512" height="512" fill="#fff"/><image x="112" y="112" width="288" height="288" href="${href}"/></svg>`;
}

export function addManifest(app: App, platform: Platform): void {
  app.get('/account/manifest.webmanifest', { schema }, (request, reply) => {
    const text = JSON.stringify(manifestOf(settingsOf(platform)));
    const file = storeFile('application/manifest+json', Buffer.from(text));
    return sendStored(request, reply, file, untilChanged);
  });

  // Apple's phones read no manifest, and take no drawing for an icon.
  app.get('/account/touch-icon.png', { schema }, async (_request, reply) => {
    const { logo } = settingsOf(platform);
    if (logo?.endsWith('.svg')) return reply.callNotFound();
    return reply.redirect(logo === null ? `${icons}/touch-180.png` : `/public/brand/${logo}`, 302);
  });

  app.get<{ Params: { file: string } }>('/public/brand/icon/:file', { schema }, async (request, reply) => {
    const { file } = request.params;
    const [, hash = '', type] = /^logo-([0-9a-f]{32})\.(png|svg)$/.exec(file) ?? [];
    if (file !== settingsOf(platform).logo || (type !== 'png' && type !== 'svg')) return reply.callNotFound();
    const content = await findPicture(platform.database.kysely, { hash, type });
    if (content === undefined) return reply.callNotFound();
    // Opened as a page of its own it may do nothing.
    reply.header('content-security-policy', "default-src 'none';img-src data:;sandbox");
    const icon = storeFile('image/svg+xml', Buffer.from(squareIcon(type, content)));
    return sendStored(request, reply, icon, forEver);
  });
}
