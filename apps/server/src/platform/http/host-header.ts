import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
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
  const refusalOf = (request: FastifyRequest): Problem | undefined => {
    const { rawHeaders, httpVersionMinor } = request.raw;
    const hosts = countHosts(rawHeaders);
    if (hosts > 1 || (hosts === 0 && httpVersionMinor > 0)) return new Problem('bad_request');
    if (!config.demo || !openInDemo.test(request.pattern ?? '')) return undefined;
    return isOurs(request.headers.host ?? '') ? undefined : new Problem('forbidden');
  };
  app.addHook('onRequest', (request, _reply, next) => next(refusalOf(request)));
}

/** Names and values take turns in raw headers. */
function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
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
