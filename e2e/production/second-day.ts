import type { Browser } from '@playwright/test';
import { openAccount, turnOnTotp } from '../support/account.ts';
import { apiOf } from '../support/api.ts';
import { codeInMail } from '../support/outbox.ts';
import { enterPassword, newPerson } from '../support/person.ts';
import { expect, test } from '../support/test.ts';
import { accessOf, act, change, type Desk, openBrowser, send } from './desk.ts';
import { expectPaid, mempoolOf, order, password, type Trader, withdraw } from './first-day.ts';
import { confirmations, type Production } from './production.ts';

/** Who is there when the first day ends. */
interface FirstDay {
  readonly founder: Desk;
  readonly seller: Trader;
  readonly buyer: Trader;
}

/** What takes two of the staff. */
export async function twoPeopleRunIt(
  production: Production,
  browser: Browser,
  { founder, seller, buyer }: FirstDay,
): Promise<void> {
  const atMary = await openBrowser(browser, production.url);
  const second =
    await test.step('the founder makes a second administrator, who is asked for a code at the login', () =>
      makeAdministrator(production, founder, atMary.page));
  await test.step('a payout is held, approved by the other administrator, hurried up, and mined', () =>
    payOutTogether(production, { founder, second, buyer }));
  await test.step('a market is halted by one, and opened again by two', () =>
    haltAndOpen({ founder, second, seller }));
  await atMary.close();
}

async function makeAdministrator({ mail }: Production, founder: Desk, page: Desk['page']): Promise<Desk> {
  const mary = newPerson('en');
  await openAccount(page, mary, password, mail);
  await founder.page.goto('/admin/staff');
  await founder.page.getByRole('button', { name: 'Give a role' }).click();
  const form = founder.page.getByRole('dialog');
  await form.getByRole('combobox', { name: 'Role' }).click();
  await founder.page.getByRole('option', { name: 'Administrator' }).click();
  await form.getByRole('combobox', { name: 'Account' }).fill(mary.email);
  await founder.page.getByRole('option', { name: mary.email }).click();
  await send(founder, { send: 'Propose', done: 'The role was given.', reason: 'We are two' });
  await page.goto('/account/login');
  await enterPassword(page, mary, password);
  await page.getByRole('button', { name: /send code/i }).click();
  await page.getByLabel('Six-digit code').fill(await codeInMail(mail, mary.email));
  // A role counts for nothing until an app or a passkey is set up.
  await expect(page).toHaveURL(/settings#security$/);
  const access = await accessOf(page);
  const headers = { authorization: `Bearer ${access}` };
  expect((await page.request.get('/api/v1/admin/me/', { headers })).status()).toBe(404);
  const app = await turnOnTotp(page, mary, access, mail);
  await page.goto('/admin/approvals');
  await expect(page.getByRole('heading', { name: 'Approvals' })).toBeVisible();
  return { page, app, backupCodes: app.backupCodes };
}

async function payOutTogether(
  production: Production,
  { founder, second, buyer }: { founder: Desk; second: Desk; buyer: Trader },
): Promise<void> {
  const { litecoin } = production;
  const outside = litecoin.fresh().address;
  await holdAbove(founder, second, '10');
  const id = await withdraw(production, buyer, { address: outside, stage: 'held' });
  await second.page.goto(`/admin/wallet/withdrawals/${id}`);
  await act(second, { open: 'Approve', done: 'Approved. It is in the queue.', reason: 'Called the owner' });
  await expect.poll(() => mempoolOf(production)).toHaveLength(1);
  const [slow] = await mempoolOf(production);
  await founder.page.goto(`/admin/wallet/withdrawals/${id}`);
  await act(founder, {
    open: 'Raise the fee',
    done: 'A transaction with a higher fee is being made.',
    reason: 'It waits',
  });
  await expect.poll(() => mempoolOf(production)).not.toContain(slow);
  await expect.poll(() => mempoolOf(production)).toHaveLength(1);
  await litecoin.mine(confirmations);
  await expect(founder.page.getByText('Completed', { exact: true }).first()).toBeVisible();
  await expectPaid(production, outside);
}

/** From which value on a person looks at withdrawals: proposed by one, approved by another. */
async function holdAbove(founder: Desk, second: Desk, value: string): Promise<void> {
  const { rules } = await apiOf(founder.page, await accessOf(founder.page)).get('admin/policy/');
  const draft = { ...(rules as unknown as object), hold_above: value };
  const { id } = await change(founder, 'admin/approvals/withdrawal-rules', { rules: draft });
  await change(second, `admin/approvals/${id}/approve`, {});
}

async function haltAndOpen({
  founder,
  second,
  seller,
}: {
  founder: Desk;
  second: Desk;
  seller: Trader;
}): Promise<void> {
  const { page } = founder;
  await page.goto('/admin/trading/markets/LTC-USDT');
  await act(founder, {
    open: 'Halt',
    send: 'Halt LTC-USDT',
    done: 'LTC-USDT is halted.',
    reason: 'A wrong price',
  });
  const place = async () =>
    seller.page.request.post('/api/v1/orders/', {
      data: { ...order, operation: 'sell', quantity: '1' },
      headers: { authorization: `Bearer ${await seller.tokenNow()}` },
    });
  expect((await (await place()).json()).code).toBe('market_closed');
  await act(founder, {
    open: 'Open',
    send: 'Propose',
    done: /Proposed\. A second person/,
    reason: 'It was ours',
  });
  await page.goto('/admin/approvals?state=open');
  await page.getByRole('row').nth(1).click();
  await expect(page.getByRole('button', { name: 'Take back' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await second.page.goto(new URL(page.url()).pathname);
  await act(second, { open: 'Approve', done: 'Approved.', reason: 'Looked at the prices' });
  expect((await place()).ok()).toBe(true);
}
