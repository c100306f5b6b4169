import { expect } from '@playwright/test';
import { tokenBy } from './api.ts';
import { demoPassword, trader } from './log-in.ts';
import { dismissCookieNotice, type Page } from './test.ts';

export const second = 'second@emporion.test';

/** Somebody who trades by program, on one market. */
export interface Dealer {
  readonly tokens: { readonly access: string; readonly refresh: string; readonly email: string };
  /** Places an order, of the kind that its path names, and answers it. */
  place(body: Record<string, string | number>, path?: string): Promise<Record<string, string>>;
  cancelAll(): Promise<void>;
}

export async function dealerOn(page: Page, pair: string, email: string): Promise<Dealer> {
  const logIn = async (): Promise<Dealer['tokens']> => {
    const data = { email, password: demoPassword };
    const login = await page.request.post('/api/v1/auth/login/', { data });
    expect(login.ok(), `login of ${email}`).toBe(true);
    return login.json();
  };
  const tokens = await logIn();
  const token = tokenBy(async () => (await logIn()).access, tokens.access);
  const headersNow = async () => ({ authorization: `Bearer ${await token()}` });
  return {
    tokens,
    async place(body, path = 'orders') {
      const headers = await headersNow();
      const placed = await page.request.post(`/api/v1/${path}/`, { headers, data: { pair, ...body } });
      expect(placed.ok(), `${path} of ${email}: ${await placed.text()}`).toBe(true);
      return placed.json();
    },
    async cancelAll() {
      const headers = await headersNow();
      expect((await page.request.delete(`/api/v1/orders/?pair=${pair}`, { headers })).ok()).toBe(true);
    },
  };
}

/** Lays the dealer's session down in the browser and opens the market, where nothing of them is open. */
export async function openMarket(page: Page, pair: string, dealer: Dealer): Promise<void> {
  await dealer.cancelAll();
  await page.addInitScript(({ access, refresh, email }) => {
    localStorage.setItem('token', access);
    localStorage.setItem('refresh_token', refresh);
    localStorage.setItem('email', email);
  }, dealer.tokens);
  await page.goto(`/account/trade/${pair}`);
  await dismissCookieNotice(page);
}

/** The trader at the page of a market, and another one by program. */
export async function openMarketWithBoth(page: Page, pair: string): Promise<{ own: Dealer; other: Dealer }> {
  const [own, other] = [await dealerOn(page, pair, trader), await dealerOn(page, pair, second)];
  await other.cancelAll();
  await openMarket(page, pair, own);
  await expect(noneOpen(page)).toBeVisible();
  return { own, other };
}

export const formOf = (page: Page) => page.getByRole('region', { name: 'Place an order' });
export const openOrders = (page: Page) => page.getByRole('table', { name: 'Open orders' });
/** So many orders are open at the server, not only on their way there. */
export async function expectOpen(page: Page, count: number, message?: string): Promise<void> {
  await expect(openOrders(page).getByRole('row'), message).toHaveCount(1 + count);
  await expect(openOrders(page).getByText('Sending…'), message).toHaveCount(0);
}

export const noneOpen = (page: Page) => page.getByText('No open orders.', { exact: false });

export interface Written {
  readonly side: 'Buy' | 'Sell';
  readonly kind?: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Writes an order as a person does, and presses its button. */
export async function write(page: Page, { side, kind = 'Limit', fields }: Written): Promise<void> {
  const form = formOf(page);
  await form.getByRole('radio', { name: side }).check();
  const named = form.getByRole('button', { name: kind, exact: true });
  if ((await named.count()) > 0) await named.click();
  else {
    await form.getByRole('button', { name: 'More order types' }).click();
    await page.getByRole('menuitemradio', { name: kind, exact: true }).click();
  }
  for (const [label, value] of Object.entries(fields))
    await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByRole('button', { name: new RegExp(`^${side} [A-Z]+$`) }).click();
}

export async function confirmOrder(page: Page, side: 'Buy' | 'Sell'): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: new RegExp(`^${side} `) }).click();
  await expect(dialog).toHaveCount(0);
}
