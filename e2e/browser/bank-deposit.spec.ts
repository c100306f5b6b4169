import { openAccountAndLogIn } from '../support/account.ts';
import { codeInMail, codesTo } from '../support/outbox.ts';
import { newPerson } from '../support/person.ts';
import { openAsStaff } from '../support/staff.ts';
import { dismissCookieNotice, expect, test } from '../support/test.ts';

const password = 'Quartz-meadow-ferry-63';
const staff = 'operator@emporion.test';

test('a bank transfer is announced, recorded by staff, and on the balance without a reload', async ({
  page,
  browser,
}) => {
  await openAccountAndLogIn(page, newPerson('en'), password);
  await page.goto('/account/wallet/deposit/USD');
  await dismissCookieNotice(page);
  await page.getByRole('textbox', { name: 'Amount' }).fill('5');
  await page.getByRole('button', { name: 'Get bank details' }).click();
  await expect(page.getByText(/at least 10|10 or more|minimum/i).first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Amount' }).fill('750.25');
  await page.getByRole('button', { name: 'Get bank details' }).click();
  await expect(page.getByText('Payment reference (required)')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy: Account number or IBAN' })).toBeVisible();
  const reference = (await page.getByText(/^EMP-/).first().textContent()) ?? '';
  await page.screenshot({ path: test.info().outputPath('instructions.png'), fullPage: true });

  const desk = await openAsStaff(browser, staff, '/admin/bank/arrivals');
  await desk.getByRole('button', { name: 'Record a payment' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Amount that arrived').fill('750.25');
  await dialog.getByLabel('Transaction number of the bank').fill(`S-${reference}`);
  await dialog.getByLabel('From whom').fill('A. Person');
  await dialog.getByRole('textbox', { name: /^Reference/ }).fill(`savings ${reference}`);
  await dialog.getByLabel('Reason').fill('On the statement of today');
  const before = await codesTo(page, staff);
  await dialog.getByRole('button', { name: 'Record' }).click();
  await desk.getByRole('button', { name: 'Send code' }).click();
  await desk.getByRole('textbox', { name: /code/i }).fill(await codeInMail(page, staff, before));
  await expect(desk.getByText('Recorded.')).toBeVisible();
  await expect(desk.getByRole('cell', { name: '750.25 USD' })).toBeVisible();
  await expect(desk.getByRole('cell', { name: 'Completed' })).toBeVisible();
  await desk.screenshot({ path: test.info().outputPath('desk.png') });
  await desk.context().close();

  const deposits = page.getByRole('list', { name: 'Your deposits' });
  await expect(deposits.getByText('Completed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Get bank details' })).toBeVisible();
  await page.getByRole('link', { name: 'Balances' }).click();
  await expect(page.getByRole('row', { name: /^USD\b/ })).toContainText('750.25');
});
