import { openAccountAndLogIn } from '../support/account.ts';
import { newPerson } from '../support/person.ts';
import { dismissCookieNotice, expect, test } from '../support/test.ts';

const password = 'Corintho-Saffron-27';

test('a new person takes test coins, watches them confirm, and has them; an unusual network is asked about', async ({
  page,
}) => {
  await openAccountAndLogIn(page, newPerson('en'), password);

  await test.step('the header’s Deposit leads to an address', async () => {
    await page.goto('/account/fees');
    await dismissCookieNotice(page);
    await page.getByRole('banner').getByRole('link', { name: 'Deposit' }).click();
    await expect(page).toHaveURL('/account/wallet/deposit/USDT');
    await expect(
      page.getByRole('img', { name: 'QR code of your USDT address on Tron (TRC-20)' }),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy address' })).toBeVisible();
  });

  await test.step('another network than the usual one shows its address only when asked', async () => {
    await page.getByRole('radio', { name: /^Ethereum/ }).check();
    await expect(page.getByText('Is the sender using Ethereum (ERC-20)?')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy address' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Yes, show my Ethereum (ERC-20) address' }).click();
    await expect(page.getByText('Your USDT address on Ethereum (ERC-20)')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy address' })).toBeVisible();
  });

  await test.step('test coins come in block by block', async () => {
    await page.goto('/account/wallet/deposit/BTC');
    await page.getByRole('button', { name: 'Get test BTC' }).click();
    const deposits = page.getByRole('list', { name: 'Your deposits' });
    const seen = new Set<string | null>();
    const confirmed = async (): Promise<boolean> => {
      const bars = deposits.getByRole('progressbar');
      // All at once: a bar that is there now may be gone when it is asked.
      for (const text of await bars.evaluateAll((all) =>
        all.map((bar) => bar.getAttribute('aria-valuetext')),
      ))
        seen.add(text);
      return deposits.getByText('Completed').isVisible();
    };
    await expect.poll(confirmed, { intervals: [200] }).toBe(true);
    expect([...seen], 'the confirmations that were seen').toContain('1 of 2');
  });

  await test.step('and are in the balances, until the eye hides them', async () => {
    await page.getByRole('link', { name: 'Balances' }).click();
    const row = page.getByRole('row', { name: /^BTC/ });
    await expect(row).toContainText(/[1-9]/);
    await page.getByRole('button', { name: 'Hide amounts' }).click();
    await expect(row).toContainText('••••••');
    await page.reload();
    await expect(page.getByRole('row', { name: /^BTC/ })).toContainText('••••••');
  });
});
