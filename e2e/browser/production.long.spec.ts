import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '@emporion/chains/testing/bitcoin-test-bed';
import { extent } from '../extent.ts';
import { accessOf, act, openBrowser } from '../production/desk.ts';
import {
  balanceOf,
  becomeAdministrator,
  expectPaid,
  knowDevice,
  listEthereum,
  listLitecoin,
  logInAs,
  mempoolOf,
  openTheMarket,
  order,
  password,
  payIn,
  withdraw,
} from '../production/first-day.ts';
import { confirmations, type Production, startProduction } from '../production/production.ts';
import { twoPeopleRunIt } from '../production/second-day.ts';
import { openAccount } from '../support/account.ts';
import { apiOf, tokenBy } from '../support/api.ts';
import { confirmDevice, enterPassword, newPerson, type Person, register, verify } from '../support/person.ts';
import { expect, type Page, test } from '../support/test.ts';
import { write } from '../support/trading.ts';

const litecoind = findProgram('litecoind');

test.skip(litecoind === undefined, 'litecoind is missing');

let production: Production;
test.beforeAll(async () => {
  production = await startProduction(litecoind ?? '');
});
test.afterAll(() => production?.stop());

/** Half a minute of a core, of which every change asks the parts: the back office in the browser, nodes and signers beside a database. */
const runsSecondDay = extent({ usual: false, all: true });

async function verifyJournal(): Promise<void> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...production.settings };
  const { stdout } = await promisify(execFile)(process.execPath, [join('scripts', 'verify.mjs')], { env });
  expect(stdout).toMatch(/Verified: everything agrees/);
}

test(`one person brings an empty server to its first payout${runsSecondDay ? ', and two run it' : ''}`, async ({
  browser,
}) => {
  const { url, mail, litecoin } = production;
  const atFounder = await openBrowser(browser, url);
  const atAnn = await openBrowser(browser, url);
  const atBob = await openBrowser(browser, url);
  const [ann, bob] = [newPerson('en'), newPerson('en')];

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
    knowDevice(ann.email, await atAnn.page.evaluate(() => localStorage.getItem('device_token')));
  });
  const traderAt = (page: Page, { email }: Person, token?: string) => {
    const tokenNow = tokenBy(() => logInAs(page, email), token);
    return { page, email, tokenNow, api: apiOf(page, tokenNow) };
  };
  const seller = traderAt(atAnn.page, ann, await accessOf(atAnn.page));
  const buyer = traderAt(atBob.page, bob);
  await payIn(production, seller, buyer);

  await test.step('two new users trade what came in over real chains', async () => {
    await expect.poll(() => balanceOf(seller.api, 'LTC')).toBe(5);
    await expect.poll(() => balanceOf(buyer.api, 'USDT')).toBe(900);
    await seller.api.post('orders', { ...order, operation: 'sell' });
    await atBob.page.goto('/account/login?redirectFrom=%2Ftrade%2FLTC-USDT');
    await enterPassword(atBob.page, bob, password);
    await confirmDevice(atBob.page, bob, mail);
    await write(atBob.page, { side: 'Buy', fields: { Price: '80', Amount: '2' } });
    await expect.poll(() => balanceOf(buyer.api, 'LTC')).toBeGreaterThan(1.9);
    await expect.poll(() => balanceOf(seller.api, 'USDT')).toBeGreaterThan(159);
  });
  await test.step('a payout is signed with the keys of the ceremony, and mined', async () => {
    const outside = litecoin.fresh().address;
    await withdraw(production, seller, { address: outside, stage: 'queued' });
    await expect.poll(() => mempoolOf(production)).toHaveLength(1);
    await litecoin.mine(confirmations);
    await expectPaid(production, outside);
  });
  if (runsSecondDay) await twoPeopleRunIt(production, browser, { founder, seller, buyer });
  for (const each of [atFounder, atAnn, atBob]) await each.close();
  if (runsSecondDay) await test.step('everything that was made of the journal agrees with it', verifyJournal);
});
