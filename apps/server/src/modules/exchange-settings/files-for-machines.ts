import type { App } from '#platform/http/app.ts';
import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';

/** The standard (RFC 9116) wants less than a year, so that nobody writes to an address that has long been given up. */
const daysOfSecurityText = 180;
const dayMs = 86_400_000;

/** A demo is nothing to be found by a search. Of a real one the pages are; calls and the back office are not. */
function robotsText({ demo }: { demo: boolean }): string {
  const closed = demo ? ['/'] : ['/admin', '/api/', '/dev/'];
  return ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), ''].join('\n');
}

/** Whom to tell of a hole. */
function securityText(platform: Pick<Platform, 'config' | 'database' | 'clock'>): string {
  const { publicUrl } = platform.config;
  const { supportEmail, languages } = settingsOf(platform);
  const today = Math.floor(platform.clock.now().getTime() / dayMs);
  return [
    `Contact: ${supportEmail === null ? `${publicUrl}/account/support` : `mailto:${supportEmail}`}`,
    `Expires: ${new Date((today + daysOfSecurityText) * dayMs).toISOString()}`,
    `Preferred-Languages: ${languages.join(', ')}`,
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}

export function addFilesForMachines(app: App, platform: Platform): void {
  const schema = { hide: true };
  app.get('/robots.txt', { schema }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robotsText(platform.config)),
  );
  app.get('/.well-known/security.txt', { schema }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(securityText(platform)),
  );
}
