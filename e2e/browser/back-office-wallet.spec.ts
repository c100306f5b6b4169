import { openAccountAndLogIn } from '../support/account.ts';
import { apiOf } from '../support/api.ts';
import { codeInMail, codesTo } from '../support/outbox.ts';
import { newPerson } from '../support/person.ts';
import { asStaff } from '../support/staff.ts';
import { expect, test, writeDownToastsHere } from '../support/test.ts';

const password = 'Zinc-orbit-lantern-58';
const staff = 'admin@emporion.test';
/** Nobody’s of this exchange. */
const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

const btcOf = ({ balance }: { balance?: unknown }): number =>
  Number((balance as Record<string, { actual: string }> | undefined)?.BTC?.actual ?? 0);

test('a withdrawal that is held is looked at and approved by staff, and its owner sees it go', async ({
  page,
  browser,
}) => {
  const person = newPerson('en');
  const api = apiOf(page, await openAccountAndLogIn(page, person, password));
  await api.post('wallet/tap', { currency: 'BTC' });
  await expect.poll(async () => btcOf(await api.get('balance/'))).toBeGreaterThan(0.01);
  const ask = (name: string) =>
    api.post('wallet/withdrawals', {
      ...{ currency: 'BTC', network: 'bitcoin', amount: '0.005', address, client_id: name },
    });
  // Many at once are looked at by a person.
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    const { id } = await ask(name);
    await api.post(`wallet/withdrawals/${id}/cancel`);
  }
  const { id = '' } = await ask('held');
  const seen = await codesTo(page, person.email);
  await api.post(`wallet/withdrawals/${id}/send-code`, { method: 'email' });
  const code = await codeInMail(page, person.email, seen);
  const confirmation = { method: 'email', code };
  expect(await api.post(`wallet/withdrawals/${id}/confirm`, { confirmation })).toMatchObject({
    stage: 'held',
  });
  await page.goto(`/account/wallet/withdrawal/BTC?id=${id}`);
  await expect(page.getByRole('heading', { name: 'Your withdrawal is being reviewed' })).toBeVisible();

  await asStaff(browser, { email: staff, path: `/admin/wallet/withdrawals?text=${id}` }, async (desk) => {
    await expect(desk.getByRole('cell', { name: 'Many requests' })).toBeVisible();
    await desk.getByRole('table').getByRole('row').nth(1).getByRole('link').first().click();
    await expect(desk).toHaveURL(`/admin/wallet/withdrawals/${id}`);
    await expect(desk.getByText(/6 requests in a short time/)).toBeVisible();
    await expect(desk.getByText('The first withdrawal of this account to this address.')).toBeVisible();
    const before = await codesTo(page, staff);
    const isTold = await writeDownToastsHere(desk);
    await desk.getByRole('button', { name: 'Approve' }).click();
    await desk.getByLabel('Reason').fill('The owner was called');
    await desk.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await desk.getByRole('button', { name: 'Send code' }).click();
    await desk.getByRole('textbox', { name: /code/i }).fill(await codeInMail(page, staff, before));
    await isTold('Approved. It is in the queue.');
    await expect(desk.getByText(/Approved .*: The owner was called/)).toBeVisible();

    await expect(page.getByRole('heading', { name: 'Withdrawal completed' })).toBeVisible();
    await expect(desk.getByText('Completed', { exact: true }).first()).toBeVisible();
  });
});
