import { openAccount } from '../support/account.ts';
import { logInAsStaff } from '../support/log-in.ts';
import { codeInMail } from '../support/outbox.ts';
import { newPerson } from '../support/person.ts';
import { expect, test } from '../support/test.ts';

const password = 'Harbour-Lamp-42';
const order = { type: 0, pair: 'BTC-USDT', operation: 'buy', quantity: '0.001', price: '100' };

test.describe('the page of a user', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('finds somebody, suspends them with a reason and a fresh code, and they feel it', async ({ page }) => {
    const person = newPerson('en');
    await openAccount(page, person, password);
    const logIn = { data: { email: person.email, password } };
    const { access } = await (await page.request.post('/api/v1/auth/login/', logIn)).json();
    const place = async () => {
      const headers = { authorization: `Bearer ${access}` };
      return (await page.request.post('/api/v1/orders/', { data: order, headers })).json();
    };
    expect((await place()).code).not.toBe('trading_disabled');

    const admin = 'admin@emporion.test';
    const { codes } = await logInAsStaff(page, admin);
    await page.goto('/admin/users');
    await page.getByRole('searchbox', { name: 'Search' }).fill(person.email);
    await expect(page.getByText('1 user', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: /Neill/ }).click();

    await page.getByRole('button', { name: 'Change status' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'New status' }).click();
    await page.getByRole('option', { name: /^Suspended/ }).click();
    await dialog.getByLabel('Reason').fill('A stolen card was reported');
    await dialog.getByRole('button', { name: 'Change status' }).click();
    const code = page.getByRole('textbox', { name: /code/i });
    const send = page.getByRole('button', { name: /send/i });
    await expect(code.or(send).first()).toBeVisible();
    if (await send.isVisible()) await send.click();
    await code.fill(await codeInMail(page, admin, codes));
    await expect(page.getByRole('heading', { name: /Suspended/ })).toBeVisible();
    expect((await place()).code).toBe('trading_disabled');
    expect((await page.request.post('/api/v1/auth/login/', logIn)).ok()).toBe(true);

    await page.getByRole('tab', { name: 'Timeline' }).click();
    await expect(page.getByRole('cell', { name: 'A stolen card was reported' })).toBeVisible();
    await page.getByRole('tab', { name: 'What they see' }).click();
    await page.getByRole('button', { name: 'See what they see' }).click();
    await page.getByLabel('Reason').fill('They ask about a balance');
    await page.getByRole('dialog').getByRole('button', { name: 'Open' }).click();
    await expect(page.getByText(/read-only, until/)).toBeVisible();
    await expect(page.getByRole('table', { name: 'Wallet' }).getByText('BTC', { exact: true })).toBeVisible();
  });
});
