import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openSettings, prepareSettings, press } from '../testing/open-settings.tsx';

type Page = Awaited<ReturnType<typeof openSettings>>;
let page: Page;

const moments = { created: '2024-05-01T12:00:00.000Z', last_used: '2024-05-02T12:00:00.000Z' };
const here = {
  id: 's1',
  current: true,
  device: 'Firefox on Linux',
  address: '192.0.2.1',
  place: 'PT',
  ...moments,
};
const phone = {
  id: 's2',
  current: false,
  device: 'Safari on iOS',
  address: '192.0.2.9',
  place: null,
  ...moments,
};

beforeAll(prepareSettings);
afterEach(() => page.close());

describe('the sessions', () => {
  it('are listed with device, place and time, this one first and without an end', async () => {
    page = await openSettings('#devices', { sessions: [phone, here] });
    await screen.findByText('Firefox on Linux');
    const items = screen.getAllByRole('listitem').filter((item) => item.textContent?.includes(' on '));
    expect(items[0]?.textContent).toContain('This device');
    expect(items[0]?.textContent).toContain('Portugal · 192.0.2.1');
    expect(items[1]?.textContent).toContain('Unknown location');
    expect(within(items[0] as HTMLElement).queryByRole('button')).toBeNull();
  });

  it('end one by one', async () => {
    page = await openSettings('#devices', { sessions: [here, phone] });
    page.account.answers['DELETE settings/sessions/s2'] = () => {
      page.account.sessions = [here];
      return { body: {} };
    };
    await press('Log out: Safari on iOS, 192.0.2.9');
    expect(await screen.findByText('Device logged out')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull());
  });

  it('end all but this one after a question', async () => {
    page = await openSettings('#devices', { sessions: [here, phone] });
    page.account.answers['DELETE settings/sessions'] = () => {
      page.account.sessions = [here];
      return { body: { ended: 1 } };
    };
    await press('Log out other devices');
    const question = await screen.findByRole('dialog', { name: 'Log out all other devices?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Log out other devices' }));
    expect(await screen.findByText('1 session ended')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull());
  });
});

describe('the history', () => {
  const record = (id: number, event: string) => ({
    id: String(id),
    time: '2024-05-02T12:00:00.000Z',
    event,
    device: 'Firefox on Linux',
    address: '192.0.2.1',
    place: 'PT',
  });

  it('says in words what happened, and something sensible of what it does not know', async () => {
    page = await openSettings('#devices', {
      history: { results: [record(2, 'login_failed'), record(1, 'toString')], total: 2 },
    });
    expect(await screen.findByText('Login failed: wrong password')).toBeTruthy();
    expect(screen.getByText('Security event')).toBeTruthy();
  });

  it('turns its pages', async () => {
    page = await openSettings('#devices');
    page.account.answers['GET settings/history'] = ({ url }) => {
      const offset = Number(new URLSearchParams(url.split('?')[1]).get('offset'));
      const results = [record(offset, offset === 0 ? 'login_succeeded' : 'account_opened')];
      return { body: { results, total: 25 } };
    };
    await screen.findByText('Login');
    await press('Page 2');
    expect(await screen.findByText('Account created')).toBeTruthy();
  });
});
