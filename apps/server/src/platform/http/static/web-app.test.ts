import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, productionEnv, type TestApp } from '#platform/http/testing/test-app.ts';
import { adoptSettings, settingsOf } from '#platform/settings/exchange-settings.ts';

const html =
  '<!doctype html><html lang="en" data-theme="auto" data-mode="production" data-brand="Emporion"><head><link rel="stylesheet" href="/account/assets/main-1.css"></head><body data-theme="auto"><!-- first frame --></body></html>';
const script = 'export const answer = 42;';
const firstFiles = {
  pages: {
    login: {
      header: false,
      scripts: ['assets/login-1.js'],
      texts: { en: ['assets/texts-en-1.js'], ru: ['assets/texts-ru-1.js'] },
    },
    trade: {
      header: true,
      scripts: ['assets/trade-1.js'],
      scriptsByMedia: { '(width < 48rem)': ['assets/phone-1.js'] },
      texts: {},
    },
    wallet: { header: true, scripts: ['assets/overview-1.js'], texts: {} },
    'wallet/deposit': { header: true, scripts: ['assets/deposit-1.js'], texts: {} },
  },
  notices: { en: '<p>Cookies</p>', ru: '<p>Файлы</p>' },
};

let webRoot: string;
let test: TestApp;

beforeAll(async () => {
  webRoot = mkdtempSync(join(tmpdir(), 'emporion-web-'));
  for (const folder of ['assets', 'build', 'public/img'])
    mkdirSync(join(webRoot, folder), { recursive: true });
  writeFileSync(join(webRoot, 'index.html'), html);
  writeFileSync(join(webRoot, 'icon.svg'), '<svg/>');
  writeFileSync(join(webRoot, 'service-worker.js'), script);
  writeFileSync(join(webRoot, 'build/first-files.json'), JSON.stringify(firstFiles));
  writeFileSync(join(webRoot, 'assets/main-abc123.js'), script);
  writeFileSync(join(webRoot, 'assets/main-abc123.js.br'), brotliCompressSync(script));
  writeFileSync(join(webRoot, 'public/sprite.svg'), '<svg></svg>');
  test = await createTestApp({ webRoot });
});
afterAll(async () => {
  await test.app.close();
  rmSync(webRoot, { recursive: true });
});

async function get(url: string, headers: Record<string, string> = {}) {
  return await test.app.inject({ url, headers });
}

describe('the page', () => {
  it('lets the camera be asked for where somebody withdraws, and nowhere else', async () => {
    for (const [url, allowed] of [
      ['/account/wallet/withdrawal/BTC', 'camera=(self)'],
      ['/account/wallet/withdrawals', 'camera=()'],
      ['/account/wallet', 'camera=()'],
      ['/account/trade/BTC-USDT', 'camera=()'],
    ] as const) {
      const policy = String((await get(url)).headers['permissions-policy']);
      expect(policy.split(', '), url).toContain(allowed);
      expect(policy, url).toContain('microphone=()');
    }
  });

  it('with a token of a withdrawal in its address tells nobody where a visitor comes from', async () => {
    for (const [url, policy] of [
      ['/account/confirm-withdrawal-request/abc', 'no-referrer'],
      ['/account/support/thread/abc', 'no-referrer'],
      ['/account/login?redirectFrom=%2Fconfirm-withdrawal-request%2Fabc', 'no-referrer'],
      ['/account/login', 'same-origin'],
      ['/account/wallet', 'same-origin'],
    ] as const)
      expect((await get(url)).headers['referrer-policy'], url).toBe(policy);
  });

  it('answers every path below /account/ that is no file', async () => {
    for (const url of [
      '/account',
      '/account/',
      '/account/trade/BTC-USDT',
      '/account/reset-password/u/t?x=1',
    ]) {
      const answer = await get(url);
      expect(answer.statusCode, url).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        vary: 'accept-encoding, accept-language, cookie',
      });
      expect(answer.body).toContain(
        '<html lang="en" data-theme="auto" data-mode="demo" data-brand="Emporion">',
      );
    }
  });

  it('names the files of a first page, with the texts of the language that is asked for', async () => {
    const linked = async (url: string, headers: Record<string, string>) =>
      [
        ...(await get(url, headers)).body.matchAll(
          /<link rel="modulepreload"[^>]* href="\/account\/assets\/([^>]*)>/g,
        ),
      ]
        .map(([, file]) => file?.replace('"', ''))
        .join(', ');
    const russian = { 'accept-language': 'ru,en;q=0.5' };
    expect(await linked('/account/login', russian)).toBe('texts-ru-1.js, login-1.js');
    expect(await linked('/account/login', { ...russian, cookie: 'language=en' })).toBe(
      'texts-en-1.js, login-1.js',
    );
    expect(await linked('/account/login/?a=b', { 'accept-language': 'ja' })).toBe(
      'texts-en-1.js, login-1.js',
    );
    expect(await linked('/account/trade/BTC-USDT', {})).toBe(
      'trade-1.js, phone-1.js media="(width < 48rem)"',
    );
    expect(await linked('/account/wallet', {})).toBe('overview-1.js');
    expect(await linked('/account/wallet/deposit/BTC', {})).toBe('deposit-1.js');
    for (const url of ['/account/', '/account/fees', '/account/constructor', '/account/loginx'])
      expect(await linked(url, {}), url).toBe('');
    // The first paint waits for the style sheet, so it is asked for first.
    expect((await get('/account/wallet')).body).toMatch(/main-1\.css">.*overview-1\.js.*<\/head>/);
    expect((await get('/account/build/first-files.json')).headers['content-type']).toContain('text/html');
  });

  it('has the notice about cookies below the place of the header, in the visitor’s language, until it was accepted', async () => {
    const body = async (url: string, headers: Record<string, string> = {}) => {
      const { body: page } = await get(url, headers);
      return /<body[^>]*>(.*)<\/body>/.exec(page)?.[1];
    };
    const header = '<div aria-hidden="true" class="h-12 border-b hairline bg-surface"></div>';
    expect(await body('/account/wallet')).toBe(`${header}<p>Cookies</p>`);
    expect(await body('/account/wallet', { 'accept-language': 'ru' })).toBe(`${header}<p>Файлы</p>`);
    expect(await body('/account/wallet', { cookie: 'language=ru' })).toBe(`${header}<p>Файлы</p>`);
    expect(await body('/account/wallet', { cookie: 'cookie_notice=accepted; language=ru' })).toBe(header);
    expect(await body('/account/login')).toBe('');
  });

  it('carries the theme of the cookie, and only one of the three it knows', async () => {
    const theme = async (cookie: string) =>
      (await get('/account/', { cookie })).body.match(/data-theme="([^"]*)"/)?.[1];
    expect(await theme('theme=dark')).toBe('dark');
    expect(await theme('a=b; theme=light; c=d')).toBe('light');
    expect(await theme('theme="><script>')).toBe('auto');
    expect(await theme('theme=blue')).toBe('auto');
    expect(await theme('mytheme=dark')).toBe('auto');
  });

  it('is not a demo in production', async () => {
    const { app } = await createTestApp({ webRoot, env: productionEnv });
    expect((await app.inject('/account/')).body).toContain('data-mode="production"');
    await app.close();
  });

  it('is compressed as the browser accepts it', async () => {
    const brotli = await get('/account/', { 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toContain('data-mode="demo"');
    const gzip = await get('/account/', { 'accept-encoding': 'br;q=0, gzip' });
    expect(gunzipSync(gzip.rawPayload).toString()).toContain('data-mode="demo"');
  });

  it('is not sent again to a browser that has it, but is in another theme', async () => {
    const etag = String((await get('/account/')).headers.etag);
    expect((await get('/account/', { 'if-none-match': etag })).statusCode).toBe(304);
    expect((await get('/account/', { 'if-none-match': etag, cookie: 'theme=dark' })).statusCode).toBe(200);
  });

  it('is reached from the root', async () => {
    const answer = await get('/');
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/account/']);
  });

  it('says in one sentence that it was not built', async () => {
    const { app } = await createTestApp({ webRoot: join(webRoot, 'nowhere') });
    const answer = await app.inject('/account/login');
    expect([answer.statusCode, answer.body]).toEqual([503, expect.stringContaining('npm run build')]);
    await app.close();
  });
});

describe('the page of an exchange with a name of its own', () => {
  it('says it in the place of the product’s, and leaves what the operator wrote elsewhere as it is', async () => {
    const { app, platform } = await createTestApp({ webRoot });
    const socialLinks = [{ title: 'Emporion forum', href: 'https://forum.example/Emporion' }];
    const own = { name: 'A"B <$&>', companyName: 'Emporion Ltd', socialLinks };
    adoptSettings(platform, { settings: { ...settingsOf(platform), ...own }, version: 1 });
    const { body } = await app.inject('/account/');
    const read = (name: string) =>
      new RegExp(`data-${name}="([^"]*)"`)
        .exec(body)?.[1]
        ?.replaceAll(/&#(\d+);/g, (_sign, code) => String.fromCodePoint(Number(code)));
    expect(read('brand')).toBe(own.name);
    expect(read('company')).toBe(own.companyName);
    expect(JSON.parse(read('social') ?? '')).toEqual(socialLinks);
    await app.close();
  });
});

describe('files', () => {
  it('are kept for ever when their name carries a hash, and sent compressed', async () => {
    const answer = await get('/account/assets/main-abc123.js', { 'accept-encoding': 'br' });
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    });
    expect(answer.headers['content-type']).toContain('javascript');
    expect(String(answer.headers.vary).toLowerCase()).toContain('accept-encoding');
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(script);
  });

  it('carry the headers that a script or a worker needs and none of those of a page', async () => {
    const { headers } = await get('/account/assets/main-abc123.js', { 'accept-encoding': 'br' });
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'self'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(Object.entries(headers).flat().join('').length).toBeLessThan(370);
  });

  it('are served below /public/ and beside the page with an ETag', async () => {
    for (const url of ['/public/sprite.svg', '/account/icon.svg']) {
      const answer = await get(url);
      expect([answer.statusCode, answer.headers['content-type']], url).toEqual([200, 'image/svg+xml']);
      expect(answer.headers['cache-control']).toBe('public, max-age=3600');
      expect((await get(url, { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304);
    }
  });

  it('that tell open pages of a new build are asked for each time', async () => {
    const { headers } = await get('/account/service-worker.js');
    expect([headers['content-type'], headers['cache-control']]).toEqual([
      'text/javascript; charset=utf-8',
      'no-cache',
    ]);
  });

  it('that do not exist are not found, instead of being the page', async () => {
    for (const url of ['/account/assets/old-999.js', '/public/nothing.svg', '/public/', '/elsewhere']) {
      const answer = await get(url);
      const code = url === '/elsewhere' ? 'page_not_found' : 'not_found';
      expect([answer.statusCode, answer.json().code], url).toEqual([404, code]);
    }
  });

  it('outside the folder cannot be reached', async () => {
    for (const path of ['..%2findex.html', '..%5cindex.html', '%2e%2e/index.html', '....//index.html']) {
      const answer = await get(`/public/${path}`);
      expect([400, 403, 404], path).toContain(answer.statusCode);
    }
  });

  it('are sent whole, whatever part of them is asked for', async () => {
    const answer = await get('/public/sprite.svg', { range: 'bytes=9999-' });
    expect([answer.statusCode, answer.body]).toEqual([200, '<svg></svg>']);
  });
});
