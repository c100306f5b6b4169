import type { IncomingMessage } from 'node:http';
import { Counter } from 'prom-client';
import type { Platform } from '#platform/platform.ts';
import type { App } from './app.ts';

/** In which a proxy says for whom it forwards. */
const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip'];

export const untrustedForwarding = 'http_untrusted_forwarding_total';

/**
 * Counts requests with a forwarding header while no proxy is trusted, and logs the first one. Any client can send
 * such a header, so it changes nothing else: readiness and the addresses of users do not depend on it.
 */
export function watchForUntrustedProxy(
  app: App,
  { config, log, metrics }: Pick<Platform, 'config' | 'log' | 'metrics'>,
): void {
  if (config.trustProxy !== false) return;
  let count = 0;
  new Counter({
    name: untrustedForwarding,
    help: 'Requests that carried a forwarding header while TRUST_PROXY is off. Any client can send one.',
    registers: [metrics.registry],
    collect() {
      this.reset();
      this.inc(count);
    },
  });
  // At the socket, so that no request passes another hook for it.
  app.server.on('request', ({ headers }: IncomingMessage) => {
    if (forwardingHeaders.every((name) => headers[name] === undefined)) return;
    count += 1;
    if (count === 1)
      log.warn(
        'A request carries a forwarding header, and TRUST_PROXY is off. If a proxy stands in front, set TRUST_PROXY to the number of proxies: until then all users count as one address.',
      );
  });
}
