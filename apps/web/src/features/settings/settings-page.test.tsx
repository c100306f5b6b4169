import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sampleSettings } from '#api/testing/sample-settings.ts';
import {
  confirmed,
  confirmWithCode,
  fill,
  openSettings,
  prepareSettings,
  press,
  sentCode,
} from './testing/open-settings.tsx';

type Page = Awaited<ReturnType<typeof openSettings>>;
let page: Page;
const open = async (...args: Parameters<typeof openSettings>) => {
  page = await openSettings(...args);
};

beforeAll(prepareSettings);
afterEach(() => page.close());

/** The switch of alerts for a way. */
const alertBox = async (way: string) =>
  within(
    await screen.findByRole('group', { name: 'Price and volume alerts' }),
  ).getByLabelText<HTMLInputElement>(way);

describe('the page', () => {
  it('shows the profile first and every other section beside it', async () => {
    await open('');
    expect(await screen.findByText('theo@example.org')).toBeTruthy();
    const sections = within(screen.getByRole('navigation', { name: 'Settings sections' }));
    expect(sections.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Profile',
      'Security',
      'Devices and activity',
      'Preferences',
      'Notifications',
      'Data and account',
    ]);
    expect(sections.getByRole('link', { current: true }).textContent).toBe('Profile');
  });

  it('moves to another section and puts the focus on its heading', async () => {
    await open('');
    await userEvent.click(await screen.findByRole('link', { name: 'Notifications' }));
    const heading = await screen.findByRole('heading', { level: 2, name: 'Notifications' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(await screen.findByRole('group', { name: 'Price and volume alerts' })).toBeTruthy();
  });

  it('says when the settings cannot be read, and reads them again', async () => {
    await open('', {
      answers: { 'GET settings': { status: 422, body: { code: 'wrong_data', detail: 'Not now.' } } },
    });
    expect(await screen.findByText('Not now.')).toBeTruthy();
    page.account.answers = {};
    await press('Try again');
    expect(await screen.findByText('theo@example.org')).toBeTruthy();
  });

  it('says that payouts are frozen and until when, and that the account is', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await open('', { settings: { ...sampleSettings, payouts_frozen_until: until, frozen: true } });
    expect(await screen.findByText(/^Withdrawals are paused until/)).toBeTruthy();
    expect(screen.getByText(/Your account is frozen:/)).toBeTruthy();
  });

  it('unfreezes with a fresh code', async () => {
    await open('', { settings: { ...sampleSettings, frozen: true } });
    page.account.answers['POST settings/unfreeze'] = confirmed(() => {
      page.account.settings = { ...sampleSettings, frozen: false };
      return { body: {} };
    });
    await press('Unfreeze');
    await confirmWithCode();
    expect(
      await screen.findByText('You can trade again. Withdrawals stay paused for 24 hours.'),
    ).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(/Your account is frozen:/)).toBeNull());
  });
});

describe('the profile', () => {
  it('copies the link by which others are invited', async () => {
    const user = userEvent.setup();
    await open('#profile');
    await user.click(await screen.findByRole('button', { name: 'Copy referral link' }));
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/register/THEO2024`);
  });

  it('keeps a new name and shows it', async () => {
    await open('#profile');
    await press('Change: Name');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('First name')));
    await fill('First name', 'Thea');
    await press('Save');
    expect(await screen.findByText('Thea Marsh')).toBeTruthy();
    await waitFor(() =>
      expect(page.sent('PATCH settings')).toEqual([{ first_name: 'Thea', last_name: 'Marsh' }]),
    );
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change: Name' })),
    );
  });

  it('shows at its field what the server says against it', async () => {
    await open('#profile', {
      answers: {
        'PATCH settings': {
          status: 422,
          body: { code: 'unprocessable_entity', detail: 'No.', fields: { username: 'Somebody has it.' } },
        },
      },
    });
    await press('Change: Username');
    await fill('Username', 'taken');
    await press('Save');
    expect(await screen.findByText('Somebody has it.')).toBeTruthy();
    expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).toBe('true');
  });

  it('says what stands at a field nowhere else', async () => {
    const detail = 'This user name is taken.';
    await open('#profile', {
      answers: {
        'PATCH settings': {
          status: 409,
          body: { code: 'username_taken', detail, fields: { username: detail } },
        },
      },
    });
    await press('Change: Username');
    await fill('Username', 'taken');
    await press('Save');
    expect(await screen.findAllByText(detail)).toHaveLength(1);
  });

  it('asks for another address with a fresh code and says what happens next', async () => {
    await open('#profile', {
      answers: { 'POST settings/email': confirmed(() => ({ body: { email: 'new@example.org' } })) },
    });
    await press('Change: Email');
    await fill('New email', 'not an address');
    await press('Continue');
    expect(await screen.findByText('Enter a valid email.')).toBeTruthy();
    await fill('New email', 'new@example.org');
    await press('Continue');
    await confirmWithCode();
    expect(await screen.findByText(/new@example\.org can be used, we’ve sent a link to it/)).toBeTruthy();
    // What was asked for cannot be cancelled here any more; what is shown can be put away.
    expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull();
    await press('Close: Email');
    await waitFor(() => expect(screen.queryByText(/can be used, we’ve sent a link/)).toBeNull());
  });

  it('verifies a phone number by the code that was sent to it', async () => {
    await open('#profile', { answers: { 'POST settings/phone': confirmed(() => ({ body: sentCode })) } });
    page.account.answers['POST settings/phone/verify'] = ({ body }) => {
      if ((body as { code: string }).code !== '777777')
        return { status: 400, body: { code: 'two_factor_invalid', detail: 'The code is wrong.' } };
      page.account.settings = { ...sampleSettings, phone: '+34600123456', phone_verified: true };
      return { body: { phone: '+34600123456' } };
    };
    await press('Add: Phone number');
    await fill('Phone number with country code', '+34 600 123 456');
    await press('Send code');
    await confirmWithCode();
    expect(await screen.findByRole('button', { name: /^Resend in \d\d s$/ })).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Six-digit code')));
    await fill('Six-digit code', '111111');
    expect(await screen.findByText('The code is wrong.')).toBeTruthy();
    await fill('Six-digit code', '777777');
    expect(await screen.findByText('+34600123456')).toBeTruthy();
  });
});

describe('the preferences', () => {
  it('changes theme, colours and numbers at once and keeps them in the account', async () => {
    await open('#preferences');
    await userEvent.click(await screen.findByRole('radio', { name: 'Dark' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Blue and orange' }));
    await waitFor(() =>
      expect(document.documentElement.dataset).toMatchObject({ theme: 'dark', colours: 'blue-orange' }),
    );
    await userEvent.click(screen.getByRole('combobox', { name: 'Number format' }));
    expect(screen.getByText('▲ +2.41%')).toBeTruthy();
    await userEvent.click(await screen.findByRole('option', { name: '1.234.567,89' }));
    expect(await screen.findByText('▲ +2,41%')).toBeTruthy();
    await screen.findAllByText('Saved');
    await waitFor(() =>
      expect(page.account.settings.preferences).toMatchObject({
        theme: 'dark',
        colours: 'blue_orange',
        number_format: 'point_comma',
      }),
    );
  });

  it('keeps when to ask, what to begin with and what to be told', async () => {
    await open('#preferences');
    await userEvent.click(await screen.findByLabelText(/^Confirm market and stop orders/));
    await userEvent.click(screen.getByRole('radio', { name: 'Basic' }));
    await userEvent.click(screen.getByRole('link', { name: 'Notifications' }));
    await userEvent.click(await alertBox('Pop-up'));
    await screen.findAllByText('Saved');
    await waitFor(() =>
      expect(page.sent('PATCH settings')).toEqual([
        { preferences: { confirm_orders: false } },
        { interface: 'basic' },
      ]),
    );
    await waitFor(() =>
      expect(page.sent('PATCH settings/notifications')).toEqual([{ choices: { alert: { toast: false } } }]),
    );
    expect((await alertBox('Pop-up')).checked).toBe(false);
  });

  it('says once that a burst of switches is saved', async () => {
    await open('#notifications');
    for (const way of ['Pop-up', 'Bell', 'Pop-up']) await userEvent.click(await alertBox(way));
    await waitFor(() => expect(page.sent('PATCH settings/notifications')).toHaveLength(3));
    await waitFor(() => expect(screen.getAllByText('Saved')).toHaveLength(1));
    await waitFor(() =>
      expect(page.account.matrix.choices.alert).toMatchObject({ toast: true, list: false }),
    );
    expect(screen.getAllByText('Saved')).toHaveLength(1);
    expect(screen.queryByText(/more/)).toBeNull();
  });

  it('says at ways by which nothing can come why, and leads to what opens them', async () => {
    await open('#notifications');
    await screen.findByText('Browser notifications are off.');
    const push = await alertBox('Browser');
    expect([push.checked, push.disabled]).toEqual([false, true]);
    const reasonOf = (box: HTMLInputElement) =>
      document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent;
    expect(reasonOf(push)).toMatch(/Browser notifications are off/);
    expect(reasonOf(await alertBox('SMS'))).toBe('SMS needs a verified phone number.');
    await press('Turn them on');
    await waitFor(() => expect(document.activeElement?.id).toBe('browser-notifications'));
    await userEvent.click(screen.getByRole('link', { name: 'Verify your phone' }));
    expect(await screen.findByRole('heading', { level: 2, name: 'Profile' })).toBeTruthy();
  });

  it('takes a switch back that could not be kept, and says why', async () => {
    await open('#notifications', {
      answers: {
        'PATCH settings/notifications': { status: 422, body: { code: 'wrong_data', detail: 'Not today.' } },
      },
    });
    const box = await alertBox('Bell');
    await userEvent.click(box);
    expect(await screen.findByText('Not today.')).toBeTruthy();
    await waitFor(() => expect(box.checked).toBe(true));
  });

  it('says when the mails come in another language, and has them come in this one', async () => {
    await open('#preferences', { settings: { ...sampleSettings, language: 'es' } });
    expect(await screen.findByText('Our emails to you are in another language: Español.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Switch to English' }));
    await waitFor(() => expect(page.sent('POST language')).toEqual([{ lang: 'en' }]));
    await waitFor(() => expect(screen.queryByText(/in another language/)).toBeNull());
  });

  it('shows what another tab has chosen once this one is looked at again', async () => {
    await open('#preferences');
    await screen.findByRole('radio', { name: 'Dark' });
    const { preferences } = page.account.settings;
    page.account.settings = {
      ...page.account.settings,
      preferences: { ...preferences, colours: 'blue_orange', number_format: 'point_comma' },
    };
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    const radio = screen.getByRole<HTMLInputElement>('radio', { name: 'Blue and orange' });
    await waitFor(() => expect(radio.checked).toBe(true));
  });

  it('changes the language of the page and tells the server', async () => {
    await open('#preferences');
    await userEvent.click(await screen.findByRole('combobox', { name: 'Language' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Русский' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Настройки' })).toBeTruthy();
    await userEvent.click(await screen.findByRole('combobox', { name: 'Язык' }));
    await userEvent.click(await screen.findByRole('option', { name: 'English' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy();
    await waitFor(() => expect(page.sent('POST language')).toEqual([{ lang: 'ru' }, { lang: 'en' }]));
  });
});
