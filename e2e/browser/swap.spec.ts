import { violations } from '../support/axe.ts';
import { demoPassword, logIn, trader } from '../support/log-in.ts';
import { lowTargets } from '../support/page-checks.ts';
import { dismissCookieNotice, expect, type Page, test } from '../support/test.ts';
import { dealerOn, second } from '../support/trading.ts';

// They share the books of two markets, of which one test takes away what another one needs.
test.describe.configure({ mode: 'default' });

/** Somebody else's order. */
async function offer(page: Page, pair: string, order: Record<string, string>): Promise<void> {
  await (await dealerOn(page, pair, second)).place({ type: 0, ...order });
}

/** A quote lives for fifteen seconds: on a machine that stands still for longer it is over when it is pressed, and the page says so. */
const isOver = (page: Page) => page.getByText('The quote has expired. Review the new one.');

/** Presses until what is shown is done; only a quote that is over is pressed again, as its successor. */
async function swapNow(page: Page, received: RegExp): Promise<void> {
  const done = page.getByRole('heading', { name: received });
  await expect(async () => {
    await page.getByRole('button', { name: 'Swap now' }).click();
    await expect(done.or(isOver(page)).first()).toBeVisible();
    if (await isOver(page).isVisible()) throw new Error('The quote was over.');
  }).toPass();
  await expect(done).toBeFocused();
}

test('a visitor sees a quote, logs in at the last step, finds the form filled and swaps over two markets', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await offer(page, 'XRP-USDT', { operation: 'buy', quantity: '1000', price: '2.1' });
  await offer(page, 'ETH-USDT', { operation: 'sell', quantity: '5', price: '2600' });
  await page.goto('/account/quick-swap?from=XRP&to=ETH');
  await dismissCookieNotice(page);
  const [gives, receives] = [
    page.getByRole('textbox', { name: 'You pay' }),
    page.getByRole('textbox', { name: 'You receive' }),
  ];

  await test.step('either side can be written', async () => {
    await gives.fill('100');
    await expect(receives).toHaveValue(/^0\.080\d+$/);
    await expect(page.getByText('XRP-USDT → ETH-USDT')).toBeVisible();
    await receives.fill('0.1');
    await expect(gives).toHaveValue(/^124\.\d+$/);
    expect(await violations(page)).toEqual([]);
    expect(await lowTargets(page)).toEqual([]);
  });

  await test.step('the amount is still there after the login', async () => {
    await page.getByRole('link', { name: 'Log in to swap' }).click();
    await page.getByRole('textbox', { name: 'Email' }).fill(trader);
    await page.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(receives).toHaveValue('0.1');
    await expect(gives).toHaveValue(/^124\.\d+$/);
  });

  await test.step('what was promised arrives, and stands in the list', async () => {
    await page.getByRole('button', { name: 'Review swap' }).click();
    await expect(page.getByRole('heading', { name: 'Review your swap' })).toBeFocused();
    expect(await violations(page)).toEqual([]);
    await swapNow(page, /^You received 0\.1\d* ETH$/);
    const done = page.getByRole('list', { name: 'Recent swaps' }).getByRole('listitem').first();
    await expect(done).toContainText('XRP → ETH');
    await done.getByText('XRP → ETH').click();
    await expect(done).toContainText('1 ETH =');
  });
});

test('a recurring swap runs while the page is closed, and is paused and ended', async ({ page, context }) => {
  await offer(page, 'ETH-USDT', { operation: 'sell', quantity: '5', price: '2600' });
  const { access } = await logIn(page);
  await page.goto('/account/quick-swap?tab=recurring');
  await page.getByRole('textbox', { name: 'You pay' }).fill('25');
  await page.getByRole('combobox', { name: 'Into' }).click();
  await page.getByRole('option', { name: /^ETH/ }).click();
  await page.getByRole('radio', { name: 'Daily' }).check({ force: true });
  await page.getByRole('button', { name: 'Start recurring swap' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start recurring swap' }).click();
  const row = page.getByRole('list', { name: 'Your recurring swaps' }).getByRole('listitem').first();
  await expect(row).toContainText('25 USDT → ETH');
  await page.goto('/account/fees');
  const later = await context.newPage();
  const listed = async () => {
    const list = await later.request.get('/api/v1/exchange/recurring/', {
      headers: { authorization: `Bearer ${access}` },
    });
    return (await list.json()).results[0].runs.length;
  };
  await expect.poll(listed).toBe(1);
  await later.close();
  await page.goto('/account/quick-swap?tab=recurring');
  await expect(row).toContainText(/24\.9\d+ USDT → 0\.009\d+ ETH/);
  expect(await violations(page)).toEqual([]);
  await row.getByRole('button', { name: 'Pause' }).click();
  await expect(row).toContainText('Paused');
  const ends = page.getByRole('button', { name: /^End 25 USDT/ });
  const before = await ends.count();
  await ends.first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'End it' }).click();
  await expect(ends).toHaveCount(before - 1);
});

test('a swap over two markets is honoured at its quote while they move, and refused once they have moved past it', async ({
  page,
}) => {
  const [xrp, eth] = [await dealerOn(page, 'XRP-USDT', second), await dealerOn(page, 'ETH-USDT', second)];
  const askEth = async (price: string) => {
    await eth.cancelAll();
    await eth.place({ type: 0, operation: 'sell', quantity: '5', price });
  };
  await xrp.cancelAll();
  await xrp.place({ type: 0, operation: 'buy', quantity: '1000', price: '2.1' });
  await askEth('2600');
  await logIn(page);
  const review = async () => {
    await page.getByRole('textbox', { name: 'You pay' }).fill('100');
    await expect(page.getByText('XRP-USDT → ETH-USDT')).toBeVisible();
    await page.getByRole('button', { name: 'Review swap' }).click();
    await expect(page.getByRole('heading', { name: 'Review your swap' })).toBeVisible();
  };
  await page.goto('/account/quick-swap?from=XRP&to=ETH');
  await review();
  // Within what was promised as the least: it goes through, for less than was expected.
  await askEth('2605');
  await swapNow(page, /^You received 0\.080\d* ETH$/);

  let pressed: Promise<void> | undefined;
  await page.route('**/exchange/quote/', async (route) => {
    await pressed;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Swap again' }).click();
  await expect(async () => {
    await askEth('2600');
    await review();
    // The next quote waits, so that what is pressed is the one from before the market moved.
    let release: () => void = () => undefined;
    pressed = new Promise<void>((resolve) => {
      release = resolve;
    });
    await askEth('2700');
    await page.getByRole('button', { name: 'Swap now' }).click();
    const hasMoved = page.getByText('The price changed before the swap went through. Review the new quote.');
    await expect(hasMoved.or(isOver(page)).first()).toBeVisible();
    const wasOver = await isOver(page).isVisible();
    release();
    if (!wasOver) return;
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    throw new Error('The quote was over.');
  }).toPass();
  await eth.cancelAll();
});
