import { openAccount } from '../support/account.ts';
import { codeInMail, codesTo } from '../support/outbox.ts';
import { newPerson } from '../support/person.ts';
import { asStaff } from '../support/staff.ts';
import { expect, test } from '../support/test.ts';

const admin = 'admin@emporion.test';
const password = 'Harbour-Lamp-42';
const order = { type: 0, pair: 'BTC-USDT', operation: 'buy', quantity: '0.001', price: '100' };

test('the page of a user finds somebody, suspends them with a reason and a fresh code, and they feel it', async ({
  page,
  browser,
}) => {
  const person = newPerson('en');
  await openAccount(page, person, password);
  const logIn = { data: { email: person.email, password } };
  const { access } = await (await page.request.post('/api/v1/auth/login/', logIn)).json();
  const place = async () => {
    const headers = { authorization: `Bearer ${access}` };
    return (await page.request.post('/api/v1/orders/', { data: order, headers })).json();
  };
  expect((await place()).code).not.toBe('trading_disabled');

  await asStaff(browser, { email: admin, path: '/admin/users' }, async (desk) => {
    await desk.getByRole('searchbox', { name: 'Search' }).fill(person.email);
    await expect(desk.getByText('1 user', { exact: true })).toBeVisible();
    await desk.getByRole('link', { name: /Neill/ }).click();

    await desk.getByRole('button', { name: 'Change status' }).click();
    const dialog = desk.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'New status' }).click();
    await desk.getByRole('option', { name: /^Suspended/ }).click();
    await dialog.getByLabel('Reason').fill('A stolen card was reported');
    const codes = await codesTo(desk, admin);
    await dialog.getByRole('button', { name: 'Change status' }).click();
    await desk.getByRole('button', { name: 'Send code' }).click();
    await desk.getByRole('textbox', { name: /code/i }).fill(await codeInMail(desk, admin, codes));
    await expect(desk.getByRole('heading', { name: /Suspended/ })).toBeVisible();
    expect((await place()).code).toBe('trading_disabled');
    expect((await page.request.post('/api/v1/auth/login/', logIn)).ok()).toBe(true);

    await desk.getByRole('tab', { name: 'Timeline' }).click();
    await expect(desk.getByRole('cell', { name: 'A stolen card was reported' })).toBeVisible();
    await desk.getByRole('tab', { name: 'What they see' }).click();
    await desk.getByRole('button', { name: 'See what they see' }).click();
    await desk.getByLabel('Reason').fill('They ask about a balance');
    const later = await codesTo(desk, admin);
    await desk.getByRole('dialog').getByRole('button', { name: 'Open' }).click();
    await desk.getByRole('button', { name: 'Send code' }).click();
    await desk.getByRole('textbox', { name: /code/i }).fill(await codeInMail(desk, admin, later));
    await expect(desk.getByText(/read-only, until/)).toBeVisible();
    await expect(desk.getByRole('table', { name: 'Wallet' }).getByText('BTC', { exact: true })).toBeVisible();
  });
});
