import helmet from '@fastify/helmet';
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

export async function addSecurityHeaders(app: App, { publicUrl }: Config): Promise<void> {
  // Over plain http these two would lock people out of a server that has no certificate yet.
  const secure = publicUrl.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: secure
        ? { ...contentSecurityPolicy, 'upgrade-insecure-requests': [] }
        : contentSecurityPolicy,
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  const permissions = unusedPowers.map((power) => `${power}=()`).join(', ');
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', permissions);
    // Answers about money and people belong to whoever asked, not to a cache on the way.
    // The matched route decides, because one route may be written in many ways.
    if (request.is404 || request.routeOptions.url?.startsWith('/api/'))
      reply.header('cache-control', 'no-store');
  });
}
