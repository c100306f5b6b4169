import { isIP } from 'node:net';
import type { Config } from '#platform/config/schema.ts';
import type { App } from './app.ts';
import { Problem } from './problem.ts';

/** What a demo shows to everyone who reaches it: its outbox with everybody's codes, and its sockets. */
const openInDemo = /^\/(?:dev|wsapi)\//;

/**
 * Refuses a request without exactly one host. In a demo it also refuses foreign names: a page of another site whose
 * name was made to point at this machine would otherwise read the outbox as if it were its own.
 */
export function checkHost(app: App, config: Config): void {
  const isOurs = ownNames(config);
  app.addHook('onRequest', async (request) => {
    const { rawHeaders, httpVersionMinor } = request.raw;
    const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host');
    if (hosts.length > 1 || (hosts.length === 0 && httpVersionMinor > 0)) throw new Problem('bad_request');
    if (!config.demo || !openInDemo.test(request.routeOptions.url ?? '')) return;
    if (!isOurs(request.headers.host ?? '')) throw new Problem('forbidden');
  });
}

function ownNames({ host, publicUrl }: Config): (hostHeader: string) => boolean {
  const names = new Set([
    'localhost',
    '127.0.0.1',
    '::1',
    host.toLowerCase(),
    nameOf(new URL(publicUrl).host),
  ]);
  // Whoever listens on every address is opened under each of them, and no foreign name can stand for an address.
  const listensEverywhere = host === '0.0.0.0' || host === '::';
  return (header) => {
    const name = nameOf(header);
    return names.has(name) || (listensEverywhere && isIP(name) !== 0);
  };
}

/** The name without its port and without the brackets of an IPv6 address. */
function nameOf(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1');
}
