import type { Config } from '#platform/config/schema.ts';
import type { App } from './app.ts';

/** Nothing inline, nothing from elsewhere: an injected script has no way to run and nowhere to send to. */
export const contentSecurityPolicy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
} as const;

const unusedPowers = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
];

/**
 * The headers are the same for every answer, so they are made once: making them anew took a fifteenth of the time of an order.
 * A route that needs others writes over them.
 */
function securityHeaders({ publicUrl }: Config): Readonly<Record<string, string>> {
  // Over plain http these two would lock people out of a server that has no certificate yet.
  const secure = publicUrl.startsWith('https:');
  const policy = Object.entries(contentSecurityPolicy).map(
    ([name, sources]) => `${name} ${sources.join(' ')}`,
  );
  return {
    'content-security-policy': [...policy, ...(secure ? ['upgrade-insecure-requests'] : [])].join(';'),
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': unusedPowers.map((power) => `${power}=()`).join(', '),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    // The filter that this speaks of did more harm than good, and is off.
    'x-xss-protection': '0',
  };
}

export function addSecurityHeaders(app: App, config: Config): void {
  const headers = securityHeaders(config);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    // Answers about money and people belong to whoever asked, not to a cache on the way.
    // The matched route decides, because one route may be written in many ways.
    if (request.is404 || request.routeOptions.url?.startsWith('/api/'))
      reply.header('cache-control', 'no-store');
  });
}
