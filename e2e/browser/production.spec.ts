import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '@emporion/chains/testing/bitcoin-test-bed';
import { extent } from '../extent.ts';
import { accessOf, act, openBrowser, send } from '../production/desk.ts';
import {
  balanceOf,
  becomeAdministrator,
  holdAbove,
  listEthereum,
  listLitecoin,
  logInAs,
  openTheMarket,
  password,
  payIn,
  unitsOf,
  withdraw,
} from '../production/first-day.ts';
import { confirmations, type Production, startProduction } from '../production/production.ts';
import { openAccount, turnOnTotp } from '../support/account.ts';
import { apiOf, tokenBy } from '../support/api.ts';
import { codeInMail } from '../support/outbox.ts';
import { enterPassword, newPerson, register, verify } from '../support/person.ts';
import { expect, test } from '../support/test.ts';
import { write } from '../support/trading.ts';

const litecoind = findProgram('litecoind');
const order = { type: 0, pair: 'LTC-USDT', quantity: '2', price: '80' };

test.skip(litecoind === undefined, 'litecoind is missing');

let production: Production;
test.beforeAll(async () => {
  production = await startProduction(litecoind ?? '');
});
test.afterAll(() => production?.stop());

test('one person brings an empty server to its first trade, and two run it', async ({ browser }) => {
  const { url, mail, litecoin } = production;
  const atFounder = await openBrowser(browser, url);
  const atMary = await openBrowser(browser, url);
  const atAnn = await openBrowser(browser, url);
  const atBob = await openBrowser(browser, url);
  const [mary, ann, bob] = [newPerson('en'), newPerson('en'), newPerson('en')];

  const founder = await test.step('the printed link makes the first administrator', () =>
    becomeAdministrator(atFounder.page, production));
  const { page } = founder;
  const finishStep = async (title: RegExp) => {
    const step = page.getByRole('listitem').filter({ hasText: title });
    await step.getByRole('button', { name: 'Done' }).click();
    await expect(step.getByText('Done', { exact: true })).toBeVisible();
  };
  await test.step('the guide: name, coins, market, mail', async () => {
    await act(founder, {
      ...{ open: 'Change the brand', send: 'Change', done: 'The brand was changed.' },
      ...{ fields: { Name: 'Harbour' }, reason: 'Our name' },
    });
    await finishStep(/^1\. Name/);
    await listEthereum(founder, production);
    await listLitecoin(founder, production);
    await finishStep(/^2\. Coins/);
    await openTheMarket(founder);
    await finishStep(/^3\. The first market/);
    await page.getByRole('button', { name: 'Send a test' }).first().click();
    await expect(page.getByText('Handed over.', { exact: false })).toBeVisible();
    expect(await mail.messagesTo('founder@harbour.example')).toHaveLength(1);
    await finishStep(/^4\. Mail/);
  });

  await test.step('people register, with the mails that the server sent', async () => {
    await register(atAnn.page, ann, password);
    await verify(atAnn.page, ann, password, mail);
    await openAccount(atBob.page, bob, password, mail);
    await openAccount(atMary.page, mary, password, mail);
  });
  const sellersToken = tokenBy(() => logInAs(atAnn.page, ann.email), await accessOf(atAnn.page));
  const seller = { api: apiOf(atAnn.page, sellersToken) };
  const buyer = {
    api: apiOf(
      atBob.page,
      tokenBy(() => logInAs(atBob.page, bob.email)),
    ),
  };
  await payIn(production, seller, buyer);

  const second =
    await test.step('the founder makes a second administrator, who is asked for a code at the login', async () => {
      await page.goto('/admin/staff');
      await page.getByRole('button', { name: 'Give a role' }).click();
      await page.getByRole('dialog').getByRole('combobox', { name: 'Role' }).click();
      await page.getByRole('option', { name: 'Administrator' }).click();
      await page.getByRole('dialog').getByRole('combobox', { name: 'Account' }).fill(mary.email);
      await page.getByRole('option', { name: mary.email }).click();
      await send(founder, { send: 'Propose', done: 'The role was given.', reason: 'We are two' });
      await atMary.page.goto('/account/login');
      await enterPassword(atMary.page, mary, password);
      await atMary.page.getByRole('button', { name: /send code/i }).click();
      await atMary.page.getByLabel('Six-digit code').fill(await codeInMail(mail, mary.email));
      // A role counts for nothing until an app or a passkey is set up.
      await expect(atMary.page).toHaveURL(/settings#security$/);
      const access = await accessOf(atMary.page);
      const headers = { authorization: `Bearer ${access}` };
      expect((await atMary.page.request.get('/api/v1/admin/me/', { headers })).status()).toBe(404);
      const app = await turnOnTotp(atMary.page, mary, access, mail);
      await atMary.page.goto('/admin/approvals');
      await expect(atMary.page.getByRole('heading', { name: 'Approvals' })).toBeVisible();
      return { page: atMary.page, app, backupCodes: app.backupCodes };
    });

  await test.step('two new users trade what came in over real chains', async () => {
    await expect.poll(() => balanceOf(seller.api, 'LTC')).toBe(5);
    await expect.poll(() => balanceOf(buyer.api, 'USDT')).toBe(900);
    await seller.api.post('orders', { ...order, operation: 'sell' });
    await atBob.page.goto('/account/login?redirectFrom=%2Ftrade%2FLTC-USDT');
    await enterPassword(atBob.page, bob, password);
    await write(atBob.page, { side: 'Buy', fields: { Price: '80', Amount: '2' } });
    await expect.poll(() => balanceOf(buyer.api, 'LTC')).toBeGreaterThan(1.9);
    await expect.poll(() => balanceOf(seller.api, 'USDT')).toBeGreaterThan(159);
  });
  await test.step('a payout is held, approved by the other administrator, hurried up, and mined', async () => {
    const outside = litecoin.fresh().address;
    await holdAbove(founder, second, '10');
    const id = await withdraw(production, atBob.page, { ...buyer, email: bob.email }, outside);
    await second.page.goto(`/admin/wallet/withdrawals/${id}`);
    await act(second, { open: 'Approve', done: 'Approved. It is in the queue.', reason: 'Called the owner' });
    const waiting = async () => (await litecoin.node.rpc.call('getrawmempool')) as string[];
    await expect.poll(waiting).toHaveLength(1);
    const [slow] = await waiting();
    await page.goto(`/admin/wallet/withdrawals/${id}`);
    await act(founder, {
      open: 'Raise the fee',
      done: 'A transaction with a higher fee is being made.',
      reason: 'It waits',
    });
    await expect.poll(waiting).not.toContain(slow);
    await expect.poll(waiting).toHaveLength(1);
    await litecoin.mine(confirmations);
    await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible();
    const { height } = await litecoin.chain.tip();
    expect(await litecoin.chain.balance([outside], { contract: undefined, height })).toBe(unitsOf(1, 8) / 2n);
  });

  await test.step('a market is halted by one, and opened again by two', async () => {
    await page.goto('/admin/trading/markets/LTC-USDT');
    await act(founder, {
      open: 'Halt',
      send: 'Halt LTC-USDT',
      done: 'LTC-USDT is halted.',
      reason: 'A wrong price',
    });
    const place = async () =>
      atAnn.page.request.post('/api/v1/orders/', {
        data: { ...order, operation: 'sell', quantity: '1' },
        headers: { authorization: `Bearer ${await sellersToken()}` },
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
  });

  for (const each of [atFounder, atMary, atAnn, atBob]) await each.close();
  // The commands that kill a server verify too; here it is the whole of a first day.
  if (!extent({ usual: false, all: true })) return;
  await test.step('the journal agrees with everything that was made of it', async () => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...production.settings };
    const { stdout } = await promisify(execFile)(process.execPath, [join('scripts', 'verify.mjs')], { env });
    expect(stdout).toMatch(/Verified: everything agrees/);
  });
});
