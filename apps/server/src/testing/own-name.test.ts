import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '@emporion/i18n';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ExportWords } from '#modules/exports/export-words.ts';
import { pdfOf } from '#modules/exports/pdf/pdf.ts';
import { relyingPartyOf } from '#modules/identity/passkeys/relying-party.ts';
import { listPage } from '#modules/outbox/outbox-page.ts';
import { folders } from '#platform/folders.ts';
import { currentPages } from '#platform/http/static/index-page.ts';
import { createTestApp, type TestApp } from '#platform/http/testing/test-app.ts';
import { adoptSettings, defaultSettings } from '#platform/settings/exchange-settings.ts';
import { mailSender } from '#platform/settings/mail-sender.ts';
import { welcome } from '#platform/startup/welcome.ts';
import { mailSamples } from './mail-samples.ts';

const logo = `logo-${'a'.repeat(32)}.svg`;
const own = { ...defaultSettings, name: 'Agora & Sons', logo, supportEmail: 'help@agora.example' };
const product = /emporion/i;
let test: TestApp;

beforeAll(async () => {
  // The pages as they are written; what the build adds to them are names of files.
  test = await createTestApp({ webRoot: join(folders.root, 'apps/web') });
  adoptSettings(test.platform, { settings: own, version: 1 });
});
afterAll(() => test.app.close());

function filesBelow(folder: string, ending: RegExp): string[] {
  return readdirSync(join(folders.root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path) && !path.includes('node_modules') && !path.includes('dist'))
    .map((path) => join(folder, path));
}

const read = (path: string) => readFileSync(join(folders.root, path), 'utf8');

it('leaves the name of the product out of every text and every article of help', () => {
  const files = [
    ...filesBelow('packages/i18n/catalogues', /\.json$/),
    ...filesBelow('apps/server/help', /\.md$/),
    ...filesBelow('apps/web/public', /\.(?:webmanifest|js|html|svg)$/),
  ];
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((path) => product.test(read(path)))).toEqual([]);
});

it('names the product in no source that anybody is shown, but where its name is given', () => {
  const given: Readonly<Record<string, string>> = {
    'apps/server/src/platform/settings/exchange-settings.ts': "productName = 'Emporion'",
    'apps/server/src/platform/demo/demo-users.ts': "demoPassword = 'Emporion-1'",
    'apps/web/src/features/kit/sections/fields-section.tsx': "samplePassword = 'Emporion-1'",
  };
  const files = ['server', 'web', 'back-office', 'acquirer-sandbox', 'kyc-sandbox']
    .flatMap((app) => filesBelow(`apps/${app}/src`, /\.tsx?$/))
    .concat(filesBelow('packages/contracts/src', /\.ts$/), filesBelow('packages/i18n/src', /\.ts$/))
    .filter((path) => !/\.test\.tsx?$|\/testing\/|\.cases\.ts$/.test(path));
  expect(files.length).toBeGreaterThan(1_000);
  const named = files.filter((path) =>
    read(path)
      .replace(given[path] ?? '', '')
      .includes('Emporion'),
  );
  expect(named).toEqual([]);
});

it.each(['/account/', '/account/trade/BTC-USDT', '/account/terms', '/api/v1/openapi.json', '/api/docs'])(
  'calls itself by its own name at %s',
  async (url) => {
    const { statusCode, body } = await test.app.inject({ url, headers: { 'accept-language': 'ru' } });
    expect(statusCode).toBe(200);
    expect(body).toMatch(/Agora &(?:#38;)? Sons/);
    expect(body.match(/.{0,40}emporion.{0,40}/i)).toBeNull();
  },
);

it('says below its pages no slogan and no year of the product', async () => {
  const { body } = await test.app.inject('/account/');
  expect(body).toMatch(/<html [^>]*data-slogan="" data-since=""/);
});

it('titles the back office by its own name, with its own logo in the tab', () => {
  const file = join(folders.root, 'apps/back-office/index.html');
  const pages = currentPages(file, () => ({ pages: {}, notices: {} }), test.platform)();
  const page = pages?.find({ path: '', cookie: undefined, acceptLanguage: undefined });
  expect(page?.bodies.identity.toString()).toContain('<title>Back office · Agora &#38; Sons</title>');
  expect(page?.bodies.identity.toString()).not.toMatch(product);
  expect(page?.bodies.identity.toString().match(/<link rel="icon"[^>]*>/)?.[0]).toContain(
    `/public/brand/icon/logo-${'a'.repeat(32)}-svg-64.png`,
  );
});

it.each(['/nowhere', '/api/v1/nowhere', '/api/v1/status/', '/public/nowhere', '/account/terms'])(
  'has no other name to say at %s',
  async (url) => {
    expect((await test.app.inject(url)).body).not.toMatch(product);
  },
);

it.each(languages)('signs every mail in %s by its own name', (language) => {
  for (const { template, of, render } of mailSamples) {
    const { subject, text, html } = render(language, own);
    expect(`${subject}${text}${html}`, `${template} ${of}`).not.toMatch(product);
    expect(text, template).toContain('Agora & Sons\n');
    expect(text, template).toContain('help@agora.example');
  }
});

it('writes its name into files, passkeys, the sender of mails and the terminal', async () => {
  const words = new ExportWords({ language: 'en', timeZone: 'UTC', now: new Date(0), brand: own.name });
  expect(words.fileName('orders')).toBe('agora-sons-orders-1970-01-01');
  expect(words.madeAt()).toMatch(/^Agora & Sons · /);
  const table = {
    ...words.shared(),
    ...{
      fileName: 'x',
      title: 'Orders',
      notes: [words.madeAt()],
      columns: [],
      rows: (async function* () {})(),
    },
  };
  const pieces: Buffer[] = [];
  for await (const piece of pdfOf(table, { brand: own.name, language: 'en', created: new Date(0) }))
    pieces.push(piece);
  const pdf = Buffer.concat(pieces).toString('latin1');
  expect(pdf).not.toMatch(product);
  expect(pdf).toContain(Buffer.from('Agora & Sons', 'utf16le').swap16().toString('hex'));
  expect(relyingPartyOf(test.platform).name).toBe('Agora & Sons');
  expect(mailSender(test.platform)).toBe('Agora & Sons <no-reply@localhost>');
  const outbox = listPage({ brand: own.name, messages: [], to: '', isFirst: true, olderBefore: undefined });
  expect(outbox).not.toMatch(product);
  const { config } = test.platform;
  const [, line] = welcome({
    config: { ...config, demo: false },
    url: 'http://localhost',
    warnings: [],
    settings: { ...defaultSettings, name: own.name },
  });
  expect(line).toContain('Agora & Sons is running');
});
