import { violations } from '../support/axe.ts';
import { trader } from '../support/log-in.ts';
import { expect, type Page, test, writeDownToastsHere } from '../support/test.ts';
import { type Dealer, openMarketWithBoth } from '../support/trading.ts';

const pair = 'BTC-USDT';
const bell = (page: Page) => page.getByRole('button', { name: `Alerts for ${pair}` });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: `Alerts · ${pair}` });

async function trade([seller, buyer]: readonly [Dealer, Dealer], price: string): Promise<void> {
  await seller.place({ type: 0, operation: 'sell', quantity: '0.001', price });
  await buyer.place({ type: 0, operation: 'buy', quantity: '0.001', price });
}

/** As if nobody had set any before. */
async function removeAlerts(page: Page, { tokens }: Dealer): Promise<void> {
  const headers = { authorization: `Bearer ${tokens.access}` };
  const { active, fired } = await (await page.request.get('/api/v1/alerts/', { headers })).json();
  for (const { id } of [...active, ...fired]) await page.request.delete(`/api/v1/alerts/${id}/`, { headers });
}

async function setAlert(page: Page, price: string): Promise<void> {
  await bell(page).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Price in USDT').fill(price);
  const isTold = await writeDownToastsHere(page);
  await dialog.getByRole('button', { name: 'Set alert' }).click();
  await isTold('Alert set');
}

test('an alert fires once when others trade, and is told at once, in the list and by mail', async ({
  page,
}) => {
  const { own, other } = await openMarketWithBoth(page, pair);
  await removeAlerts(page, own);
  // A price of its own, for the outbox still holds the mails of an earlier run.
  const last = 60_000 + Math.floor(Math.random() * 4_000);
  const reached = `${last + 105}.5`;
  await trade([own, other], String(last));
  // Which way an alert looks is chosen by the price that the page knows, and an earlier run left another.
  await expect(page).toHaveTitle(new RegExp(`${last.toLocaleString('en')} · ${pair}`));

  await setAlert(page, String(last + 100));
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('radio', { name: 'at or above' })).toBeChecked();
  await expect(dialog.getByRole('tab', { name: 'Active (1)' })).toBeVisible();
  expect(await violations(page, '[role="dialog"]')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(bell(page)).toBeFocused();

  const isTold = await writeDownToastsHere(page);
  await trade([own, other], reached);
  const said = `${pair} is up to ${Number(reached).toLocaleString('en')}`;
  await isTold(said);

  await page.getByRole('button', { name: /^Notifications, \d+ new$/ }).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await expect(list.getByText(said)).toBeVisible();
  await expect(list.getByRole('link', { name: said })).toHaveAttribute('href', `/account/trade/${pair}`);
  expect(await violations(page, '[role="dialog"]')).toEqual([]);
  await list.getByRole('button', { name: `Dismiss “${said}”` }).click();
  await expect(list.getByText(said)).toHaveCount(0);
  await page.keyboard.press('Escape');
  // Orders of other tests may be told meanwhile.
  await expect(page.getByRole('button', { name: /^Notifications(?:, \d+ new)?$/ })).toBeFocused();

  await bell(page).click();
  await expect(dialog.getByRole('tab', { name: 'Active (0)' })).toBeVisible();
  await dialog.getByRole('tab', { name: 'Triggered (1)' }).click();
  await expect(dialog.getByRole('listitem')).toContainText(pair);

  await expect
    .poll(async () => {
      const answer = await page.request.get('/dev/outbox.json', { params: { to: trader } });
      const mails: { template: string; text: string }[] = await answer.json();
      const written = Number(reached).toLocaleString('en');
      return mails.filter(({ template, text }) => template === 'alerts.fired' && text.includes(written))
        .length;
    })
    .toBe(1);
});
