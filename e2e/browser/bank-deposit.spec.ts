import { openAccountAndLogIn } from '../support/account.ts';
import { codeInMail, codesTo } from '../support/outbox.ts';
import { newPerson } from '../support/person.ts';
import { takePicture } from '../support/pictures.ts';
import { asStaff, decideAsStaff } from '../support/staff.ts';
import { dismissCookieNotice, expect, test, writeDownToastsHere } from '../support/test.ts';
import { confirmByCode } from '../support/withdrawing.ts';

const password = 'Quartz-meadow-ferry-63';
const staff = 'operator@emporion.test';
const admin = 'admin@emporion.test';

test('a bank transfer is announced, recorded by staff and on the balance, and money leaves by bank the same way', async ({
  page,
  browser,
}) => {
  const person = newPerson('en');
  await openAccountAndLogIn(page, person, password);
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
  await takePicture(page, 'bank-deposit-instructions');

  await asStaff(browser, { email: staff, path: '/admin/bank/arrivals' }, async (desk) => {
    await desk.getByRole('button', { name: 'Record a payment' }).click();
    const dialog = desk.getByRole('dialog');
    await dialog.getByLabel('Amount that arrived').fill('750.25');
    await dialog.getByLabel('Transaction number of the bank').fill(`S-${reference}`);
    await dialog.getByLabel('From whom').fill('A. Person');
    await dialog.getByRole('textbox', { name: /^Reference/ }).fill(`savings ${reference}`);
    await dialog.getByLabel('Reason').fill('On the statement of today');
    const before = await codesTo(page, staff);
    const isTold = await writeDownToastsHere(desk);
    await dialog.getByRole('button', { name: 'Record' }).click();
    await desk.getByRole('button', { name: 'Send code' }).click();
    await desk.getByRole('textbox', { name: /code/i }).fill(await codeInMail(page, staff, before));
    await isTold('Recorded.');
    await expect(desk.getByRole('cell', { name: '750.25 USD' })).toBeVisible();
    await expect(desk.getByRole('cell', { name: 'Completed' })).toBeVisible();
    await takePicture(desk, 'bank-deposit-desk');
  });

  const deposits = page.getByRole('list', { name: 'Your deposits' });
  await expect(deposits.getByText('Completed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Get bank details' })).toBeVisible();
  await page.getByRole('link', { name: 'Balances' }).click();
  await expect(page.getByRole('row', { name: /^USD\b/ })).toContainText('750.25');

  // Out again: to an account in one's own name.
  await page.goto('/account/wallet/withdrawal/USD');
  await page.getByRole('textbox', { name: 'Account holder' }).fill('Ada Person');
  await page.getByRole('textbox', { name: 'Account number or IBAN' }).fill('DE89 3704 0044 0532 0130 01');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('The IBAN isn’t valid. Check it for typos.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Account number or IBAN' }).fill('DE89 3704 0044 0532 0130 00');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('textbox', { name: 'Amount' }).fill('200');
  await page.getByRole('button', { name: 'Continue' }).click();
  await takePicture(page, 'bank-deposit-review');
  await page.getByRole('button', { name: 'Withdraw 200 USD' }).click();
  await confirmByCode(page, () => codeInMail(page, person.email));
  await expect(page.getByRole('heading', { name: 'Your withdrawal is being prepared' })).toBeVisible();

  const queue = '/admin/wallet/withdrawals?network=bank&order=queue';
  const path = await asStaff(browser, { email: admin, path: queue }, async (other) => {
    await other
      .getByRole('row', { name: /Ada Person/ })
      .getByRole('link')
      .first()
      .click();
    await expect(other).toHaveURL(/\/withdrawals\/[0-9a-f-]{36}$/);
    await expect(other.getByText('Ada Person').first()).toBeVisible();
    const id = `admin/withdrawals/${new URL(other.url()).pathname.split('/').at(-1)}`;
    await other.getByRole('button', { name: 'Take in hand' }).click();
    await other.getByLabel('Reason').fill('Entered at the bank');
    const seen = await codesTo(page, admin);
    await other.getByRole('dialog').getByRole('button', { name: 'Take in hand' }).click();
    await other.getByRole('button', { name: 'Send code' }).click();
    await other.getByRole('textbox', { name: /code/i }).fill(await codeInMail(page, admin, seen));
    await expect(other.getByRole('button', { name: 'Mark as sent' })).toBeVisible();
    await takePicture(other, 'bank-deposit-desk-payout');
    return id;
  });
  await expect(page.getByRole('button', { name: 'Cancel withdrawal' })).toBeHidden();
  await decideAsStaff(page, staff, { path: `${path}/bank-sent`, bank_transaction: `P-${reference}` });
  await expect(page.getByRole('heading', { name: 'Your withdrawal is on its way' })).toBeVisible();
  await expect(page.getByText(`P-${reference}`)).toBeVisible();
  await decideAsStaff(page, admin, { path: `${path}/bank-booked` });
  await expect(page.getByRole('heading', { name: 'Withdrawal completed' })).toBeVisible();
  await takePicture(page, 'bank-deposit-completed');
  await page.goto('/account/wallet/history/USD?type=bank');
  await expect(page.getByRole('listitem').filter({ hasText: 'Ada Person' }).first()).toBeVisible();
});
