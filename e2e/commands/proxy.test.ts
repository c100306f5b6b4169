import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, removeFolder } from '../product.ts';
import { type Nginx, startNginx } from '../support/nginx.ts';
import { onPath } from '../support/on-path.ts';

const samples = join(process.cwd(), 'deploy');
const catalogues = join(process.cwd(), 'packages', 'i18n', 'catalogues');
const languages = readdirSync(catalogues);
const english: Record<string, string> = JSON.parse(
  readFileSync(join(catalogues, 'en', 'errors.json'), 'utf8'),
);

it('has a maintenance page in all six languages that loads nothing from elsewhere', () => {
  const page = readFileSync(join(samples, 'maintenance.html'), 'utf8');
  expect(languages).toHaveLength(6);
  for (const language of languages) expect(page).toContain(`<section lang="${language}">`);
  expect(page).not.toMatch(/src=|href=|url\(|@import/);
});

it.each(['nginx.conf', 'Caddyfile'])('answers programs with the words of the catalogue in %s', (name) => {
  const sample = readFileSync(join(samples, name), 'utf8');
  for (const code of ['service_unavailable', 'gateway_timeout'] as const)
    expect(sample).toContain(JSON.stringify({ code, detail: english[code] }));
});

describe.skipIf(!onPath('nginx'))('nginx with the sample', () => {
  let folder: string;
  let nginx: Nginx;
  let upstreamPort: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'emporion-proxy-'));
    upstreamPort = String(await freePort());
    nginx = await startNginx({ samples, folder: join(folder, 'nginx'), upstreamPort });
  });
  afterAll(async () => {
    await nginx?.stop();
    removeFolder(folder);
  });

  it.each(['GET', 'POST'])(
    'answers a %s with a page that retries while the server is away',
    async (method) => {
      for (const path of ['/account/', '/account/wallet', '/admin/', '/']) {
        const { status, headers, body } = await nginx.ask(path, method);
        expect([path, status, headers['content-type']]).toEqual([path, 503, 'text/html']);
        expect(headers).toMatchObject({ 'retry-after': '15', 'cache-control': 'no-store' });
        expect(body).toContain('Your balances and open orders are safe.');
      }
    },
  );

  it.each(['GET', 'POST', 'DELETE'])(
    'answers a %s of a program in JSON while the server is away',
    async (method) => {
      for (const path of ['/api/v1/status', '/wsapi/v1/trading', '/readyz', '/healthz']) {
        const { status, headers, body } = await nginx.ask(path, method);
        expect([path, status, headers['content-type']]).toEqual([path, 503, 'application/json']);
        expect(headers).toMatchObject({ 'retry-after': '15', 'cache-control': 'no-store' });
        expect(JSON.parse(body)).toEqual({
          code: 'service_unavailable',
          detail: english.service_unavailable,
        });
      }
    },
  );

  it('does not show the maintenance page by its own address', async () => {
    expect((await nginx.ask('/maintenance.html')).status).toBe(404);
  });

  it('passes what the server itself answers to programs, and shows the page in place of its 503 to visitors', async () => {
    const own = { code: 'maintenance', detail: english.maintenance };
    const server = createServer((_request, answer) => {
      answer.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '60' });
      answer.end(JSON.stringify(own));
    });
    server.listen(Number(upstreamPort), '127.0.0.1');
    await once(server, 'listening');
    for (const path of ['/api/v1/orders', '/readyz']) {
      const { status, headers, body } = await nginx.ask(path, 'POST');
      expect([status, headers['retry-after'], JSON.parse(body)]).toEqual([503, '60', own]);
    }
    const page = await nginx.ask('/account/');
    expect([page.status, page.headers['content-type']]).toEqual([503, 'text/html']);
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
});
