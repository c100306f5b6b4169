import type { App } from '#platform/http/app.ts';
import type { Platform } from '#platform/platform.ts';
import { providerOf } from './provider/the-provider.ts';

export const framePath = '/verification/frame';

/**
 * The page in which the provider's script runs: a page of its own, in a sandbox of its own. It has no origin, so it reads nothing that our pages keep, and no
 * cookies travel with what it asks for; it loads and asks only the provider, and only our own pages may frame it. The sandbox stands in the policy too, so that it
 * holds wherever the page is opened.
 */
export function policyOf(provider: string): string {
  return [
    'sandbox allow-scripts allow-forms',
    "default-src 'none'",
    `script-src ${provider}`,
    `style-src ${provider}`,
    `connect-src ${provider}`,
    'img-src data: blob:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join(';');
}

function page(provider: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Identity verification</title>
<link rel="stylesheet" href="${provider}/verify.css">
<script src="${provider}/verify.js" defer></script>
</head>
<body></body>
</html>
`;
}

export function addFrameRoute(app: App, platform: Platform): void {
  app.get(framePath, { schema: { hide: true } }, async (request, reply) => {
    const provider = providerOf(platform).find();
    const { 'sec-fetch-dest': dest, 'sec-fetch-site': site } = request.headers;
    // Browsers say what they want it for: it is a frame in a page of ours, and nothing else.
    const isFramed = (dest ?? 'iframe') === 'iframe' && (site ?? 'same-origin') === 'same-origin';
    if (!provider || !isFramed) return reply.callNotFound();
    const origin = await provider.origin();
    return reply
      .headers({
        'content-security-policy': policyOf(origin),
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'no-referrer',
        // It shares its process with the page around it, if not its origin.
        'origin-agent-cluster': '?0',
        'cache-control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(page(origin));
  });
}
