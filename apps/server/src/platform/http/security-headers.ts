import { apiBase, publicApiBase } from '@emporion/contracts/rest';
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
  // One page of ours may be framed, by its own policy: that of identity checks.
  'frame-src': ["'self'"],
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

const policyOf = (powers: readonly string[]) => powers.map((power) => `${power}=()`).join(', ');

/** Of the one page that reads a QR code by the camera: its own scripts may ask for it, and for nothing else. */
export const cameraPolicy = `camera=(self), ${policyOf(unusedPowers.filter((power) => power !== 'camera'))}`;

type Headers = Readonly<Record<string, string>>;

// Over plain http these two would lock people out of a server that has no certificate yet.
const secured = ({ publicUrl }: Config) => publicUrl.startsWith('https:');
const transport = (config: Config): Headers =>
  secured(config) ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {};

/**
 * The headers of each kind of answer are always the same, so they are made once: making them anew took a fifteenth of the time of an order.
 * A route that needs others writes over them.
 */
function pageHeaders(config: Config): Headers {
  const policy = Object.entries(contentSecurityPolicy).map(
    ([name, sources]) => `${name} ${sources.join(' ')}`,
  );
  return {
    'content-security-policy': [...policy, ...(secured(config) ? ['upgrade-insecure-requests'] : [])].join(
      ';',
    ),
    ...transport(config),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': policyOf(unusedPowers),
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

/**
 * Of an answer that is data: whoever opens it as a page gets one that may do nothing, and no other site may read or frame it. What else pages are told
 * is about documents, and there is none.
 */
function dataHeaders(config: Config): Headers {
  return {
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    ...transport(config),
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Answers about money and people belong to whoever asked, not to a cache on the way.
    'cache-control': 'no-store',
  };
}

/** The folders of scripts, styles, fonts and pictures that the build wrote. */
const fileRoutes = ['/account/assets/', '/admin/assets/', '/public/'] as const;
export type FileRoute = (typeof fileRoutes)[number];

/**
 * Of a file that a page is made of. A first page has thirty of them, and what pages are told would be a kilobyte with each: only a worker
 * or a picture that is opened by itself reads a policy, and may use what is ours and nothing else.
 */
function fileHeaders(config: Config): Headers {
  return {
    'content-security-policy': "default-src 'self'",
    ...transport(config),
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
}

const isFileRoute = (pattern: string) => fileRoutes.some((route) => pattern === `${route}*`);

export function addSecurityHeaders(app: App, config: Config): void {
  const [page, data, file] = [pageHeaders(config), dataHeaders(config), fileHeaders(config)];
  app.addHook('onRequest', ({ pattern }, reply, next) => {
    // The route that was found decides, because one route may be written in many ways.
    if (pattern?.startsWith(apiBase) || pattern?.startsWith(publicApiBase)) reply.headers(data);
    // Nobody asks about a file by the number of its request.
    else if (pattern !== undefined && isFileRoute(pattern)) reply.removeHeader('x-request-id').headers(file);
    else {
      reply.headers(page);
      if (pattern === undefined || pattern.startsWith('/api/')) reply.header('cache-control', 'no-store');
    }
    next();
  });
}
