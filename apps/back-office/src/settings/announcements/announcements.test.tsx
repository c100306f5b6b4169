import type { StaffAnnouncement } from '@emporion/contracts/rest';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { closePage, fill, openPage } from '#testing/open-page.tsx';

const announcement: StaffAnnouncement = {
  ...{ id: '7', version: 2, state: 'draft', kind: 'bar', audience: 'users', countries: ['PT'], tiers: [1] },
  ...{ title: { en: 'New coin' }, text: { en: 'ETH is listed.' } },
  ...{ from: '2026-01-02T03:04:00.000Z', to: null, changed: '2026-01-02T03:04:05.000Z', changed_by: null },
};

afterEach(closePage);

it('lists what is announced, with whom it is for', async () => {
  await openPage('/settings/announcements', () => ({ body: { results: [announcement], next: null } }));
  expect(await screen.findByText('New coin')).toBeTruthy();
  expect(screen.getByText('Logged-in users of PT of tier 2')).toBeTruthy();
});

it('announces a draft with a text in another language, by the version that was read', async () => {
  const { calls } = await openPage('/settings/announcements/7', () => ({ body: announcement }));
  await userEvent.click(await screen.findByRole('tab', { name: 'Español' }));
  await fill(screen.getByLabelText('Title'), 'Nueva moneda');
  await userEvent.click(screen.getByRole('button', { name: 'Announce' }));
  await fill(await screen.findByLabelText('Reason'), 'Listed today');
  const [, confirm] = screen.getAllByRole('button', { name: 'Announce' });
  await userEvent.click(confirm as HTMLElement);
  await expect
    .poll(() => calls.find(({ method }) => method === 'PUT'))
    .toMatchObject({
      path: 'admin/announcements/7',
      body: {
        ...{ title: { en: 'New coin', es: 'Nueva moneda' }, text: { en: 'ETH is listed.' } },
        ...{ countries: ['PT'], tiers: [1], from: announcement.from, to: null, draft: false, version: 2 },
      },
    });
});
