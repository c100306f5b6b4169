import { expect, type Page } from './test.ts';

/** From the address to the request, as a person does it. */
export async function askToWithdraw(page: Page, address: string, amount: string): Promise<void> {
  await page.goto('/account/wallet/withdrawal/USDT');
  await page.getByLabel('USDT address').fill(address);
  await expect(page.getByText('Network: Tron (TRC-20)')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Another account on this exchange')).toBeVisible();
  await page.getByRole('button', { name: `Withdraw ${amount} USDT` }).click();
  await expect(page.getByRole('button', { name: 'Cancel withdrawal' })).toBeVisible();
}

/** Enters a code in its place on the page; six digits send themselves. A second factor is followed by a mail with a link. */
export async function confirmByCode(page: Page, code: () => Promise<string>): Promise<void> {
  await page.getByLabel('Six-digit code').fill(await code());
  await expect(page.getByLabel('Six-digit code')).toBeHidden();
}
