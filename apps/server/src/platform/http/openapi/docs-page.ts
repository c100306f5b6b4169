import { dirname } from 'node:path';
import type { App } from '#platform/http/app.ts';
import { contentSecurityPolicy } from '#platform/http/security-headers.ts';
import { type StoredFile, sendStored, storePacked } from '#platform/http/static/stored-file.ts';
import { StoredFolder } from '#platform/http/static/stored-folder.ts';
import { packagedFile } from '#platform/packaged-file.ts';

const docsBase = '/api/docs';

/** Only its files are used. The plugin itself loads a web server's worth of packages at every start, which took a fifth of it, and reads from disk for each request. */
const folder = dirname(packagedFile('@fastify/swagger-ui/static/swagger-ui-bundle.js'));

const pageOf = (title: string) => `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(title)}</title>
    <link rel="stylesheet" href="${docsBase}/static/swagger-ui.css" />
    <link rel="stylesheet" href="${docsBase}/static/index.css" />
    <link rel="icon" type="image/png" href="/account/touch-icon.png" />
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="${docsBase}/static/swagger-ui-bundle.js"></script>
    <script src="${docsBase}/static/swagger-initializer.js"></script>
  </body>
</html>
`;

/** The other layout has a bar for opening documents of other servers, which the policy would refuse. */
const options = {
  dom_id: '#swagger-ui',
  url: `${docsBase}/json`,
  layout: 'BaseLayout',
  docExpansion: 'list',
  deepLinking: true,
  tryItOutEnabled: true,
  persistAuthorization: false,
  validatorUrl: null,
};

/** The page hides one drawing with a style attribute of its own: that text alone is let through, by its hash. */
const styleOfPage = "'unsafe-hashes' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";

const policy = Object.entries({
  ...contentSecurityPolicy,
  'style-src': [...contentSecurityPolicy['style-src'], styleOfPage],
})
  .map(([directive, sources]) => `${directive} ${sources.join(' ')};`)
  .join(' ');

const revalidated = { cacheControl: 'no-cache', vary: 'accept-encoding' };

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

interface DocsParts {
  readonly title: () => string;
  readonly json: () => StoredFile;
}

/** A page to try calls on, and the document that it shows. What is large is made once, when it is first asked for. */
export function addDocsPage(app: App, { title, json }: DocsParts): void {
  const files = new StoredFolder(folder, { deep: false, pack: true });
  const script = `SwaggerUIBundle(${JSON.stringify(options)});\n`;
  const made: Record<string, () => StoredFile> = {
    '': keptFor(title, () => storePacked('text/html; charset=utf-8', Buffer.from(pageOf(title())))),
    json,
    'static/swagger-initializer.js': keptFor(
      () => '',
      () => storePacked('text/javascript; charset=utf-8', Buffer.from(script)),
    ),
  };
  const find = (path: string): StoredFile | undefined => {
    if (Object.hasOwn(made, path)) return made[path]?.();
    const [, name] = /^static\/([\w-]+\.(?:js|css|png))$/.exec(path) ?? [];
    return name === undefined ? undefined : files.find(name);
  };
  for (const url of [docsBase, `${docsBase}/*`])
    app.get<{ Params: { '*'?: string } }>(url, { schema: { hide: true } }, (request, reply) => {
      const file = find(request.params['*'] ?? '');
      if (!file) return reply.callNotFound();
      reply.header('content-security-policy', policy);
      return sendStored(request, reply, file, revalidated);
    });
}

/** Made when it is first asked for, and again when what it is made for has changed. */
export function keptFor(name: () => string, make: () => StoredFile): () => StoredFile {
  let kept: { readonly name: string; readonly file: StoredFile } | undefined;
  return () => {
    if (kept?.name !== name()) kept = { name: name(), file: make() };
    return kept.file;
  };
}
