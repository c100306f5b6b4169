import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { closePage, fill, openPage } from '#testing/open-page.tsx';

afterEach(closePage);

it('records the payment of an announced transfer with what is known of it already', async () => {
  const announced = {
    ...{ id: '11111111-1111-4111-8111-111111111111', date: '2026-01-02T03:04:05.000Z', currency: 'EUR' },
    ...{ amount: '25000', reference: 'EMP-AAAA-BBBB', status: 'pending' },
    user: { id: '22222222-2222-4222-8222-222222222222', username: 'grace' },
  };
  const { calls } = await openPage('/bank/announced?open=true', () => ({
    body: { results: [announced], next: null },
  }));
  expect(await screen.findByText('25,000 EUR')).toBeTruthy();
  expect(calls.find(({ path }) => path === 'admin/bank/deposits')?.query).toEqual({ open: 'true' });
  await userEvent.click(screen.getByRole('button', { name: 'Payment arrived' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Record a payment that arrived' }));
  expect((dialog.getByLabelText('Amount that arrived') as HTMLInputElement).value).toBe('25,000');
  await fill(dialog.getByLabelText('Transaction number of the bank'), 'T-1');
  await fill(dialog.getByLabelText('From whom'), 'Grace Hopper');
  await fill(dialog.getByLabelText('Reason'), 'On the statement');
  await userEvent.click(dialog.getByRole('button', { name: 'Record' }));
  await expect
    .poll(() => calls.find(({ method }) => method === 'POST')?.body)
    .toMatchObject({ currency: 'EUR', amount: '25000', reference: 'EMP-AAAA-BBBB', sender: 'Grace Hopper' });
});
