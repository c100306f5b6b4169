import { readFile } from 'node:fs/promises';
import { apiOf, confirmed, decideAsOperator } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { logIn, trader } from '../support/log-in.ts';
import { parseCsv, parseXlsx } from '../support/spreadsheet.ts';
import { dismissCookieNotice, expect, type Page, test } from '../support/test.ts';
import { second } from '../support/trading.ts';

/** What a menu entry of the export saves. */
async function exported(page: Page, format: string): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

const amountOf = (row: readonly string[], amount: string) =>
  row.some((cell) => Number(cell) === -Number(amount));

test('a transfer is in both histories, with its details, and in every export of them', async ({
  page,
  browser,
}) => {
  const { access } = await logIn(page);
  // Of this run alone, so that the lists have one row.
  const amount = `1.${String(Date.now()).slice(-6).replace(/0+$/, '1')}`;
  const api = apiOf(page, access);
  const about = { to: second, currency: 'USDT', amount };
  await api.post('wallet/transfers', {
    ...{ ...about, client_id: `past-${Date.now()}` },
    confirmation: await confirmed(page, { email: trader, api }, { action: 'transfer', about }),
  });

  const path = `/account/wallet/history/USDT?type=transfer&min=${amount}&max=${amount}`;
  await page.goto(path);
  await dismissCookieNotice(page);
  const list = page.getByRole('list', { name: 'History' });
  await expect(list.getByRole('button')).toHaveCount(1);
  await expect(list).toContainText(`−${amount} USDT`);
  expect(await violations(page), 'the history').toEqual([]);
  await list.getByRole('button').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Transfer sent' });
  await expect(dialog.getByRole('list', { name: 'Progress' })).toContainText('Completed');
  const id = await dialog
    .locator('dt', { hasText: /^ID$/ })
    .locator('xpath=following-sibling::dd')
    .textContent();
  expect(await violations(page, '.modal'), 'the details').toEqual([]);
  await page.keyboard.press('Escape');

  const csv = await exported(page, 'CSV');
  expect(csv.name).toMatch(/\.csv$/);
  const rows = parseCsv(csv.bytes.toString('utf8'));
  expect(rows).toHaveLength(2);
  expect(amountOf(rows[1] ?? [], amount)).toBe(true);
  expect(rows[1]).toContain(id);
  const sheet = parseXlsx((await exported(page, 'Excel')).bytes);
  // Times of a CSV are of UTC, and its heads say so.
  expect(sheet[0]).toEqual(rows[0]?.map((name) => name.replace(' (UTC)', '')));
  expect(amountOf(sheet[1] ?? [], amount)).toBe(true);
  const pdf = (await exported(page, 'PDF')).bytes.toString('latin1');
  expect([pdf.slice(0, 5), pdf.trimEnd().slice(-5)]).toEqual(['%PDF-', '%%EOF']);

  const context = await browser.newContext();
  const other = await context.newPage();
  await logIn(other, second);
  await other.goto(path);
  await expect(other.getByRole('list', { name: 'History' }).getByRole('button')).toHaveCount(1);
  await expect(other.getByRole('list', { name: 'History' })).toContainText(`+${amount} USDT`);
  await expect(other.getByRole('list', { name: 'History' })).toContainText('Transfer received');
  await context.close();
});

test('the browser proves its own part of what the exchange owes, and all of it', async ({ page }) => {
  await decideAsOperator(page, 'admin/liabilities', { coin: 'BTC' });
  await expect
    .poll(
      async () =>
        (await (await page.request.get('/api/public/v1/liabilities/?coin=BTC')).json()).results.length,
    )
    .toBeGreaterThan(0);

  await logIn(page);
  await page.goto('/account/wallet/proof?coin=BTC');
  await dismissCookieNotice(page);
  await expect(page.getByText('Your BTC is included')).toBeVisible();
  await page.getByRole('button', { name: /^Check everything/ }).click();
  await expect(page.getByText(/entries add up to the published total/)).toBeVisible();
  expect(await violations(page), 'the proof').toEqual([]);
});
