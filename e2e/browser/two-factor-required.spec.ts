import {
  type Product,
  removeFolder,
  serverAlone,
  startProduct,
  stopProduct,
  usedSettings,
} from '../product.ts';
import { openBrowser } from '../production/desk.ts';
import { apiOf } from '../support/api.ts';
import { demoPassword, logIn, trader } from '../support/log-in.ts';
import { codeInMail, codesTo } from '../support/outbox.ts';
import { confirmByMail, enterPassword, newPerson } from '../support/person.ts';
import { logInAsStaff } from '../support/staff.ts';
import { expect, test } from '../support/test.ts';
import { authenticator } from '../support/totp.ts';

const administrator = 'admin@emporion.test';
const order = { type: 0, pair: 'BTC-USDT', operation: 'buy', quantity: '0.001', price: '40000' };

// What is switched here counts for everybody, so it is a server of its own.
let product: Product;
let dataFolder = '';
test.beforeAll(async () => {
  const settings = { ...(await usedSettings()), DEMO_MARKET: 'false', RATE_LIMIT_PER_MINUTE: '1000000' };
  dataFolder = settings.DATA_DIR;
  product = startProduct(settings, serverAlone);
  await product.running;
});
test.afterAll(async () => {
  await stopProduct(product);
  removeFolder(dataFolder);
});

test('a second factor that is required ends sessions without one, and is set up at the next login', async ({
  browser,
}) => {
  const atDesk = await openBrowser(browser, product.url);
  const atTrader = await openBrowser(browser, product.url);
  const { page } = atTrader;
  const person = { ...newPerson('en'), email: trader };
  const place = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await page.request.post('/api/v1/orders/', { data: order, headers })).json();
  };
  const { access } = await logIn(page);
  await page.goto('/account/wallet');
  await expect(page.getByRole('button', { name: 'Account' }).first()).toBeVisible();
  expect((await apiOf(page, access).post('orders', order)).status).toBe('open');

  await test.step('an administrator switches it on', async () => {
    const desk = atDesk.page;
    await logInAsStaff(desk, administrator);
    const codes = await codesTo(desk, administrator);
    await desk.goto('/admin/settings');
    const row = desk.getByRole('listitem').filter({ hasText: 'Second factor' });
    await row.getByRole('button', { name: 'Require' }).click();
    await desk.getByLabel('Reason').fill('After the theft');
    await desk.getByRole('button', { name: 'Require it' }).click();
    await desk.getByRole('button', { name: 'Send code' }).click();
    await desk.getByLabel('Six-digit code').fill(await codeInMail(desk, administrator, codes));
    await expect(row.getByText('Required', { exact: true })).toBeVisible();
  });

  await test.step('the session without one is over', async () => {
    expect(await place(access)).toMatchObject({ code: { code: 'token_not_valid' } });
    await page.goto('/account/wallet');
    await expect(page).toHaveURL(/\/account\/login/);
  });

  const app = await test.step('the next login asks for a code and leads to the set-up', async () => {
    await enterPassword(page, person, demoPassword);
    await page.getByRole('button', { name: 'Send code' }).click();
    const code = await codeInMail(page, trader);
    await page.getByLabel('Six-digit code').fill(code);
    await expect(page).toHaveURL('/account/settings#security');
    const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
    expect((await place(token)).code).toBe('two_factor_setup_required');
    await page.getByRole('button', { name: 'Turn on: Authenticator app' }).click();
    await confirmByMail(page, person, [code]);
    const made = authenticator((await page.getByTestId('totp-secret').textContent()) ?? '');
    await page
      .getByRole('dialog')
      .getByLabel('Six-digit code')
      .fill(await made.code());
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(10);
    return made;
  });

  await test.step('with it everything works again', async () => {
    const visitor = apiOf(page);
    const { ticket } = await visitor.post('auth/login', { email: trader, password: demoPassword });
    const { access: token } = await visitor.post('check2falogin', {
      ticket,
      method: 'totp',
      code: await app.code(),
    });
    expect((await place(String(token))).status).toBe('open');
  });
  await atDesk.close();
  await atTrader.close();
});
