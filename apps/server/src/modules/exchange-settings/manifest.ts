import type { App } from '#platform/http/app.ts';
import { type StoredFile, sendStored, storeFile } from '#platform/http/static/stored-file.ts';
import type { Platform } from '#platform/platform.ts';
import { brandIcon, type IconEdge, iconEdges } from '#platform/settings/brand-icon.ts';
import { type ExchangeSettings, settingsOf } from '#platform/settings/exchange-settings.ts';
import { drawIcon } from './icons.ts';
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
  const square = (edge: 192 | 512) => ({
    ...{ src: brandIcon(logo, edge), sizes: `${edge}x${edge}`, type: 'image/png' },
  });
  return [square(192), square(512), { ...square(512), purpose: 'maskable' }];
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

export function addManifest(app: App, platform: Platform): void {
  app.get('/account/manifest.webmanifest', { schema }, (request, reply) => {
    const text = JSON.stringify(manifestOf(settingsOf(platform)));
    const file = storeFile('application/manifest+json', Buffer.from(text));
    return sendStored(request, reply, file, untilChanged);
  });

  // Apple's phones read no manifest.
  app.get('/account/touch-icon.png', { schema }, async (_request, reply) => {
    const { logo } = settingsOf(platform);
    return reply.redirect(logo === null ? `${icons}/touch-180.png` : brandIcon(logo, 180), 302);
  });

  const drawn = new DrawnIcons(platform);
  app.get<{ Params: { file: string } }>('/public/brand/icon/:file', { schema }, async (request, reply) => {
    const icon = await drawn.find(`/public/brand/icon/${request.params.file}`);
    return icon === undefined ? reply.callNotFound() : sendStored(request, reply, icon, forEver);
  });
}

/** Those of the logo that counts now, each drawn when it is first asked for. */
class DrawnIcons {
  readonly #platform: Platform;
  #kept:
    | { readonly logo: string; readonly icons: Map<IconEdge, Promise<StoredFile | undefined>> }
    | undefined;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  async find(address: string): Promise<StoredFile | undefined> {
    const { logo } = settingsOf(this.#platform);
    const edge = logo === null ? undefined : iconEdges.find((edge) => brandIcon(logo, edge) === address);
    if (logo === null || edge === undefined) return undefined;
    if (this.#kept?.logo !== logo) this.#kept = { logo, icons: new Map() };
    const known = this.#kept.icons.get(edge) ?? this.#draw(logo, edge);
    this.#kept.icons.set(edge, known);
    return known;
  }

  async #draw(logo: string, edge: IconEdge): Promise<StoredFile | undefined> {
    const [, hash = '', type] = /^logo-([0-9a-f]{32})\.(png|svg)$/.exec(logo) ?? [];
    if (type !== 'png' && type !== 'svg') return undefined;
    const content = await findPicture(this.#platform.database.kysely, { hash, type });
    if (content === undefined) return undefined;
    // One that was kept before anybody tried to draw it may have no picture; a browser then shows its own.
    return drawIcon({ type, content }, edge).then(
      (bytes) => storeFile('image/png', bytes),
      () => undefined,
    );
  }
}
