import { openAccountAndLogIn, turnOnTotp } from '../support/account.ts';
import { apiOf, confirmed, decideAsOperator } from '../support/api.ts';
import { demoPassword } from '../support/log-in.ts';
import { codeInMail, linkInMail } from '../support/outbox.ts';
import { newPerson } from '../support/person.ts';
import { expect, type Page, test } from '../support/test.ts';
import { second } from '../support/trading.ts';

const password = 'Zinc-orbit-lantern-58';
const usdtOnTron = 'wallet/deposit-address/?currency=USDT&network=tron';
const halfAnHourMs = 31 * 60_000;

test.describe.configure({ timeout: 600_000 });
test.use({ viewport: { width: 390, height: 844 } });

/** From the address to the request, as a person does it. */
async function ask(page: Page, address: string, amount: string): Promise<void> {
  await page.goto('/account/wallet/withdrawal/USDT');
  await page.getByLabel('USDT address').fill(address);
  await expect(page.getByText('Network: Tron (TRC-20)')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Another account on this exchange')).toBeVisible();
  await page.getByRole('button', { name: `Withdraw ${amount} USDT` }).click();
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible();
}

/** Enters a code in its place on the page; six digits send themselves. */
async function confirmByCode(page: Page, code: () => Promise<string>): Promise<void> {
  await page.getByLabel('Six-digit code').fill(await code());
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
}

test('withdraws to a second account by code and link, calls one off, meets an expired link, and waits for a review', async ({
  page,
  context,
  browser,
}) => {
  const person = newPerson('en');
  const access = await openAccountAndLogIn(page, person, password);
  const api = apiOf(page, access);
  const { address: ownAddress = '' } = await api.get(usdtOnTron);
  const { access: friendAccess } = await apiOf(page).post('auth/login', {
    email: second,
    password: demoPassword,
  });
  const friend = apiOf(page, friendAccess);
  const { address = '' } = await friend.get(usdtOnTron);
  const about = { to: person.email, currency: 'USDT', amount: '1000' };
  await friend.post('wallet/transfers', {
    ...{ ...about, client_id: `begin-${Date.now()}` },
    confirmation: await confirmed(page, { email: second, api: friend }, { action: 'transfer', about }),
  });
  await expect
    .poll(async () => (await api.get('balance/')).balance)
    .toMatchObject({ USDT: { actual: '1000' } });

  await test.step('is warned of an address of another network, and of an own one', async () => {
    await page.goto('/account/wallet/withdrawal/USDT');
    await page.getByRole('button', { name: 'Got it' }).click();
    await page.getByLabel('USDT address').fill('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq');
    await expect(page.getByText('This address is on Bitcoin')).toBeVisible();
    await page.getByLabel('USDT address').fill(ownAddress);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('You can’t send to your own account.')).toBeVisible();
  });

  await test.step('calls one off', async () => {
    await ask(page, address, '30');
    await page.getByRole('button', { name: 'Cancel withdrawal' }).click();
    await expect(page.getByRole('heading', { name: 'Withdrawal cancelled' })).toBeVisible();
  });

  await test.step('confirms one by a code and by a press on the page of the link, which expires', async () => {
    await ask(page, address, '25');
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(page.getByRole('button', { name: /^Resend in/ })).toBeDisabled();
    await confirmByCode(page, () => codeInMail(page, person.email));
    const link = await linkInMail(page, person.email, '/confirm-withdrawal-request/');
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
    const app = await turnOnTotp(page, person, access);
    await ask(page, address, '40');
    const id = new URL(page.url()).searchParams.get('id');
    await confirmByCode(page, () => app.code());
    const token = (await linkInMail(page, person.email, '/confirm-withdrawal-request/')).split('/').at(-1);
    await apiOf(page).post('withdrawal/confirm-withdrawal-request', { token });
    await expect(page.getByRole('heading', { name: 'Your withdrawal is being reviewed' })).toBeVisible();
    await decideAsOperator(page, `admin/withdrawals/${id}/approve`);
    await expect(page.getByRole('heading', { name: 'Withdrawal completed' })).toBeVisible();
  });

  await test.step('has what is left', async () => {
    expect((await api.get('balance/')).balance).toMatchObject({ USDT: { actual: '935' } });
  });
});
