import { randomUUID } from 'node:crypto';
import { openAccountAndLogIn } from '../support/account.ts';
import { violations } from '../support/axe.ts';
import { codeInMail } from '../support/outbox.ts';
import { lowTargets } from '../support/page-checks.ts';
import { newPerson } from '../support/person.ts';
import { takePicture } from '../support/pictures.ts';
import { decideAsStaff } from '../support/staff.ts';
import { dismissCookieNotice, expect, type Page, test } from '../support/test.ts';
import { dealerOn, second } from '../support/trading.ts';

const password = 'Quartz-meadow-ferry-63';

/** Types a card of the sandbox on the page of the pay system, which is another origin. */
async function payWith(page: Page, number: string): Promise<void> {
  await page.getByLabel('Name on the card').fill('Ada Person');
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry month').fill('12');
  await page.getByLabel('Expiry year').fill('2031');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
}

test('a card is refused, another one pays, the purchase is refunded, and a coin is sold to the saved card', async ({
  page,
  context,
}) => {
  // Somebody else's orders, on a market that no other test trades on.
  const dealer = await dealerOn(page, 'BTC-USD', second);
  await dealer.place({ type: 0, operation: 'sell', quantity: '0.5', price: '64000' });
  await dealer.place({ type: 0, operation: 'buy', quantity: '0.02', price: '63000' });
  const person = newPerson('en');
  await openAccountAndLogIn(page, person, password);
  await page.goto('/account/quick-swap?tab=card');
  await dismissCookieNotice(page);
  const exchange = new URL(page.url()).origin;
  await page.getByRole('textbox', { name: 'You pay' }).fill('50');
  await expect(page.getByText(/^1 BTC = /)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Save this card for next time' }).check({ force: true });
  expect(await violations(page)).toEqual([]);
  await takePicture(page, 'card-form');
  await page.getByRole('button', { name: 'Continue to payment' }).click();

  await expect(page.getByLabel('Card number')).toBeVisible();
  expect(new URL(page.url()).origin).not.toBe(exchange);
  await payWith(page, '4000 0000 0000 1000');
  await expect(page.getByRole('alert')).toContainText('declined');

  const beside = await context.newPage();
  await beside.goto(`${exchange}/account/quick-swap?tab=card`);
  await beside.getByRole('list', { name: 'Your orders' }).getByRole('button').first().click();
  await expect(beside.getByRole('heading', { name: 'Payment declined' })).toBeVisible();
  await expect(beside.getByText(/The card was declined and nothing was charged/)).toBeVisible();
  await expect(beside.getByRole('button', { name: 'Try again' })).toBeVisible();
  const id = new URL(beside.url()).searchParams.get('order') ?? '';

  await payWith(page, '4111 1111 1111 1111');
  await page.getByRole('link', { name: 'Back to the exchange' }).click();
  await expect(page.getByRole('heading', { name: 'Purchase completed' })).toBeVisible();
  expect(page.url()).toContain(`tab=card&order=${id}`);
  // The page that was open beside it is told without a reload.
  await expect(beside.getByRole('heading', { name: 'Purchase completed' })).toBeVisible();
  await beside.close();
  await expect(page.getByRole('list', { name: 'Saved cards' })).toContainText('VISA ···· 1111');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await violations(page)).toEqual([]);
  expect(await lowTargets(page)).toEqual([]);
  await takePicture(page, 'card-completed-390');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Trading fee')).toBeVisible();
  for (const name of ['New order', 'Print receipt'])
    await expect(page.getByRole('button', { name })).toBeHidden();
  await expect(page.getByRole('list', { name: 'Saved cards' })).toBeHidden();
  const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'screen' });

  await test.step('a coin is sold to the saved card, with a fresh code', async () => {
    await page.goto('/account/quick-swap?tab=card&side=sell');
    await page.getByRole('textbox', { name: 'You sell' }).fill('0.0004');
    await page.getByRole('combobox', { name: 'Card to pay out to' }).click();
    await page.getByRole('option', { name: /1111/ }).click();
    await page.getByRole('button', { name: 'Sell now' }).click();
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByRole('textbox', { name: /code/i }).fill(await codeInMail(page, person.email));
    await expect(page.getByRole('heading', { name: 'Sale completed' })).toBeVisible();
  });

  await test.step('the price moves while another one is paid: the money is kept, and refunded by staff', async () => {
    await page.goto('/account/quick-swap?tab=card&amount=30');
    await page.getByRole('combobox', { name: 'Card', exact: true }).click();
    await page.getByRole('option', { name: /1111/ }).click();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(page.getByLabel('Security code')).toBeVisible();
    await dealer.cancelAll();
    await dealer.place({ type: 0, operation: 'sell', quantity: '0.5', price: '70000' });
    await page.getByLabel('Security code').fill('123');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByRole('link', { name: 'Back to the exchange' }).click();
    await expect(page.getByText(/USD is on your balance instead/)).toBeVisible();
    const other = new URL(page.url()).searchParams.get('order') ?? '';
    const path = `admin/cards/orders/${other}/refund`;
    const give = (body: object) =>
      decideAsStaff(page, 'operator@emporion.test', { path, client_id: randomUUID(), ...body });
    await give({ amount: '10' });
    await expect(page.getByText(/10.00 USD of your 30.00 USD went back/)).toBeVisible();
    await give({});
    await expect(page.getByRole('heading', { name: 'Refunded' })).toBeVisible();
    await takePicture(page, 'card-refunded-390');
    await dealer.cancelAll();
  });
});
