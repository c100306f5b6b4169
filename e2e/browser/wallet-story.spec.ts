import { readFile } from 'node:fs/promises';
import { turnOnTotp } from '../support/account.ts';
import { apiOf, tokenOn } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { logIn } from '../support/log-in.ts';
import { linkInMail } from '../support/outbox.ts';
import { parsePdf } from '../support/pdf.ts';
import { newPerson, register, verify } from '../support/person.ts';
import { parseCsv, parseXlsx } from '../support/spreadsheet.ts';
import { decideAsStaff } from '../support/staff.ts';
import { dismissCookieNotice, expect, type Page, test, writeDownToastsHere } from '../support/test.ts';
import { dealerOn, noneOpen, second, write } from '../support/trading.ts';
import { askToWithdraw, confirmByCode } from '../support/withdrawing.ts';

const password = 'Zinc-orbit-lantern-58';
const usdtOnTron = 'wallet/deposit-address/?currency=USDT&network=tron';
const linkPage = '/confirm-withdrawal-request/';
const halfAnHourMs = 31 * 60_000;
const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

test.use({ viewport: desk });

/** What a menu entry of the export saves. */
async function exported(page: Page, format: string): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** The only movement that the page lists: what its row says, and the id in its details. */
async function onlyMovement(page: Page, title: string): Promise<{ text: string; id: string }> {
  const list = page.getByRole('list', { name: 'History' });
  await expect(list.getByRole('button')).toHaveCount(1);
  const text = (await list.textContent()) ?? '';
  await list.getByRole('button').press('Enter');
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog.getByRole('list', { name: 'Progress' })).toContainText('Completed');
  const name = dialog.locator('dt', { hasText: /^ID$/ });
  const id = (await name.locator('xpath=following-sibling::dd').textContent()) ?? '';
  expect(await violations(page, '.modal'), 'the details').toEqual([]);
  await page.keyboard.press('Escape');
  return { text, id };
}

/** A micro-unit is the smallest that USDT has here. */
const micros = (amount: string): number => Math.round(Number(amount.replaceAll(',', '')) * 1e6);

test('a new person takes test coins, trades, and withdraws to another account; both histories, their files and the proof agree', async ({
  page,
  context,
  browser,
}) => {
  const person = newPerson('en');
  const sent = '25.5';
  const usdt = async () =>
    (await api.get('balance/')).balance as unknown as Record<string, { actual: string }>;

  await register(page, person, password);
  await verify(page, person, password);
  const api = apiOf(page, () => tokenOn(page));

  await test.step('the header’s Deposit leads to an address, and another network than the usual one is asked about', async () => {
    await page.goto('/account/fees');
    await dismissCookieNotice(page);
    await page.getByRole('banner').getByRole('link', { name: 'Deposit' }).click();
    await expect(page).toHaveURL('/account/wallet/deposit/USDT');
    await expect(
      page.getByRole('img', { name: 'QR code of your USDT address on Tron (TRC-20)' }),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy address' })).toBeVisible();
    await page.getByRole('radio', { name: /^Ethereum/ }).check();
    await expect(page.getByText('Is the sender using Ethereum (ERC-20)?')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy address' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Yes, show my Ethereum (ERC-20) address' }).click();
    await expect(page.getByText('Your USDT address on Ethereum (ERC-20)')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy address' })).toBeVisible();
  });

  await test.step('test coins come in block by block', async () => {
    await page.goto('/account/wallet/deposit/XRP');
    // The page writes down what it shows: on a busy machine a bar may have gone on before a test looks for it.
    await page.evaluate(() => {
      const seen = new Set<string | null>();
      const look = () => {
        for (const bar of document.querySelectorAll('[role="progressbar"]'))
          seen.add(bar.getAttribute('aria-valuetext'));
      };
      new MutationObserver(look).observe(document, { attributes: true, childList: true, subtree: true });
      Object.assign(globalThis, { confirmationsSeen: seen });
    });
    await page.getByRole('button', { name: 'Get test XRP' }).click();
    const deposits = page.getByRole('list', { name: 'Your deposits' });
    await expect(deposits.getByText('Completed')).toBeVisible();
    const seen = await page.evaluate(() => [...Reflect.get(globalThis, 'confirmationsSeen')]);
    expect(seen, 'the confirmations that were seen').toContain('1 of 2');
  });

  await test.step('and are in the balances, until the eye hides them', async () => {
    await page.getByRole('link', { name: 'Balances' }).click();
    const row = page.getByRole('row', { name: /^XRP/ });
    await expect(row).toContainText('500');
    await page.getByRole('button', { name: 'Hide amounts' }).click();
    await expect(row).toContainText('••••••');
    await page.reload();
    await expect(row).toContainText('••••••');
    await page.getByRole('button', { name: 'Show amounts' }).click();
  });

  const friend = await dealerOn(page, 'XRP-USDT', second);
  await test.step('sells most of them', async () => {
    await friend.cancelAll();
    await friend.place({ operation: 'buy', price: '2.5', quantity: '400' });
    await page.goto('/account/trade/XRP-USDT');
    const isTold = await writeDownToastsHere(page);
    await write(page, { side: 'Sell', fields: { Price: '2.5', Amount: '400' } });
    await isTold('Sold 400 XRP');
    await expect(noneOpen(page)).toBeVisible();
  });
  const earned = micros((await usdt()).USDT?.actual ?? '0');
  expect(earned).toBeGreaterThan(990e6);

  const { address: ownAddress = '' } = await api.get(usdtOnTron);
  const { address = '' } = await apiOf(page, friend.tokens.access).get(usdtOnTron);
  await page.setViewportSize(phone);

  await test.step('is warned of an address of another network, of one with a typo, and of an own one', async () => {
    await page.goto('/account/wallet/withdrawal/USDT');
    await page.getByLabel('USDT address').fill('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq');
    await expect(page.getByText('This address is on Bitcoin')).toBeVisible();
    await page.getByLabel('USDT address').fill(`${address.slice(0, -1)}${address.endsWith('a') ? 'b' : 'a'}`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('There’s a typo in this address')).toBeVisible();
    await page.getByLabel('USDT address').fill(ownAddress);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('You can’t send to your own account.')).toBeVisible();
  });

  await test.step('calls one off', async () => {
    await askToWithdraw(page, address, '30');
    await page.getByRole('button', { name: 'Cancel withdrawal' }).click();
    await expect(page.getByRole('heading', { name: 'Withdrawal cancelled' })).toBeVisible();
  });

  await test.step('confirms one by a press on the page of the link, which expires; its mail came by itself', async () => {
    await askToWithdraw(page, address, sent);
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
    await expect(page.getByLabel('Six-digit code')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Resend in/ })).toBeDisabled();
    const link = await linkInMail(page, person.email, linkPage);
    // The clock of a context is one for all its pages.
    const later = await browser.newContext({ storageState: await context.storageState() });
    const late = await later.newPage();
    await late.clock.setSystemTime(Date.now() + halfAnHourMs);
    await late.goto(link);
    await expect(late.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
    await later.close();
    const confirming = await context.newPage();
    await confirming.goto(link);
    await expect(confirming.getByText('Recipient gets')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
    await confirming.getByRole('button', { name: 'Confirm withdrawal' }).click();
    await expect(confirming.getByRole('heading', { name: 'Withdrawal completed' })).toBeVisible();
    // The page that asked is told by the socket.
    await expect(page.getByRole('heading', { name: 'Withdrawal completed' })).toBeVisible();
    await confirming.reload();
    await expect(confirming.getByRole('heading', { name: 'Withdrawal completed' })).toBeVisible();
    await expect(confirming.getByRole('button', { name: 'Confirm withdrawal' })).toBeHidden();
    await confirming.close();
  });

  await test.step('waits for a review that somebody decides', async () => {
    // Many at once are looked at by a person.
    for (const amount of ['11', '12', '13', '14']) {
      const asked = { currency: 'USDT', network: 'tron', address, amount, client_id: `many-${amount}` };
      const { id } = await api.post('wallet/withdrawals', asked);
      await api.post(`wallet/withdrawals/${id}/cancel`);
    }
    const app = await turnOnTotp(page, person, await tokenOn(page));
    await askToWithdraw(page, address, '40');
    const id = new URL(page.url()).searchParams.get('id');
    await confirmByCode(page, () => app.code());
    const token = (await linkInMail(page, person.email, linkPage)).split('/').at(-1);
    await apiOf(page).post('withdrawal/confirm-withdrawal-request', { token });
    await expect(page.getByRole('heading', { name: 'Your withdrawal is being reviewed' })).toBeVisible();
    await decideAsStaff(page, 'operator@emporion.test', { path: `admin/withdrawals/${id}/approve` });
    await expect(page.getByRole('heading', { name: 'Withdrawal completed' })).toBeVisible();
  });
  const left = earned - micros(sent) - 40e6;
  expect(micros((await usdt()).USDT?.actual ?? '0'), 'what is left').toBe(left);

  await page.setViewportSize(desk);
  const { text, id } = await test.step('finds it in the history', async () => {
    await page.goto(`/account/wallet/history/USDT?type=withdrawal&min=${sent}&max=${sent}`);
    await expect(page.getByRole('list', { name: 'History' }).getByRole('button')).toHaveCount(1);
    expect(await violations(page), 'the history').toEqual([]);
    return onlyMovement(page, 'Withdrawal');
  });
  expect(text).toContain(`−${sent} USDT`);

  await test.step('as the recipient does', async () => {
    const others = await browser.newContext({ locale: 'en-US' });
    const other = await others.newPage();
    await logIn(other, second);
    await other.goto(`/account/wallet/history/USDT?text=${id}`);
    expect((await onlyMovement(other, 'Deposit')).text).toContain(`+${sent} USDT`);
    await others.close();
  });

  await test.step('takes the whole history along in three files that say the same', async () => {
    await page.goto('/account/wallet/history/USDT');
    await expect(page.getByRole('list', { name: 'History' }).getByRole('button').first()).toBeVisible();
    const csv = await exported(page, 'CSV');
    expect(csv.name).toMatch(/\.csv$/);
    const [heads = [], ...rows] = parseCsv(csv.bytes.toString('utf8'));
    const cell = (row: readonly string[], name: string) => row[heads.indexOf(name)] ?? '';
    expect(rows.filter((row) => row.includes(id)).map((row) => micros(cell(row, 'Amount')))).toEqual([
      -micros(sent),
    ]);
    // A row is one action and has a pair of columns for each of its coins.
    const changes = rows.flatMap((row) =>
      ['', ' 2', ' 3']
        .filter((place) => cell(row, `Coin${place}`) === 'USDT')
        .map((place) => micros(cell(row, `Balance change${place}`) || '0')),
    );
    expect(
      changes.reduce((sum, change) => sum + change, 0),
      'all changes',
    ).toBe(left);
    const [sheetHeads, ...sheet] = parseXlsx((await exported(page, 'Excel')).bytes);
    // Times of a CSV are of UTC, and its heads say so.
    expect(sheetHeads).toEqual(heads.map((name) => name.replace(' (UTC)', '')));
    const amounts = (all: readonly (readonly string[])[]) => all.map((row) => micros(cell(row, 'Amount')));
    expect(amounts(sheet.slice(0, rows.length))).toEqual(amounts(rows));
    const printed = parsePdf((await exported(page, 'PDF')).bytes);
    expect(printed.join('\n')).toContain(`Rows: ${rows.length}\n`);
    const figures = printed.map((text) => micros(text.replace('−', '-')));
    expect(figures).toEqual(expect.arrayContaining(amounts(rows)));
  });

  await test.step('and proves in the browser what the exchange owes', async () => {
    const newest = async () => {
      const list = await page.request.get('/api/public/v1/liabilities/?coin=XRP');
      return (await list.json()).results[0]?.id;
    };
    const before = await newest();
    await decideAsStaff(page, 'admin@emporion.test', { path: 'admin/liabilities', coin: 'XRP' });
    await expect.poll(newest).not.toBe(before);
    await page.goto('/account/wallet/proof?coin=XRP');
    await expect(page.getByText('Your XRP is included')).toBeVisible();
    await page.getByRole('button', { name: /^Check everything/ }).click();
    await expect(page.getByText(/entries add up to the published total/)).toBeVisible();
    expect(await violations(page), 'the proof').toEqual([]);
  });
});
