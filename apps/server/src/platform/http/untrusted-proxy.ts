import type { IncomingMessage } from 'node:http';
import type { Platform } from '#platform/platform.ts';
import type { App } from './app.ts';

/** In which a proxy says for whom it forwards. */
const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip'];

const warning =
  'Requests come through a proxy, for they carry forwarding headers, but TRUST_PROXY is off: everybody counts as one address, which limits and locks hit together. Set TRUST_PROXY to the number of proxies.';

/**
 * Notices a proxy that is not trusted: logs it once, and answers with what there is to say about it. A stranger can cause it with a header of
 * their own, so nothing else depends on it.
 */
export function watchForUntrustedProxy(
  app: App,
  { config, log }: Pick<Platform, 'config' | 'log'>,
): () => string | undefined {
  let seen = false;
  // At the socket and only until it has happened: no hook that every request would have to pass.
  const look = ({ headers }: IncomingMessage) => {
    if (forwardingHeaders.every((name) => headers[name] === undefined)) return;
    seen = true;
    app.server.off('request', look);
    log.warn(warning);
  };
  if (config.trustProxy === false) app.server.on('request', look);
  return () => (seen ? warning : undefined);
}
