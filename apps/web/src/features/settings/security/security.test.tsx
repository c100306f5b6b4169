import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { session } from '#api/session.ts';
import { sampleSettings } from '#api/testing/sample-settings.ts';
import { qrPath } from '#ui/qr/qr-code.tsx';
import {
  confirmed,
  confirmWithCode,
  fill,
  freshCode,
  openSettings,
  prepareSettings,
  press,
  sentCode,
} from '../testing/open-settings.tsx';

type Page = Awaited<ReturnType<typeof openSettings>>;
let page: Page;
const open = async (changes: Parameters<typeof openSettings>[1] = {}) => {
  page = await openSettings('#security', changes);
};
const noFactors = { totp: false, sms: false, email: false, passkeys: [], backup_codes_left: 0 };

beforeAll(prepareSettings);
afterEach(() => page.close());

describe('the password', () => {
  const passwords = { old_password: 'Old-Harbour-7', new_password: 'New-Harbour-9' };
  async function enterPasswords(): Promise<void> {
    await press('Change: Password');
    await fill('Current password', passwords.old_password);
    await fill('New password', passwords.new_password);
    await fill('Repeat new password', passwords.new_password);
    await press('Change password');
  }

  it('says at its field that the old one is wrong, before a code is asked for', async () => {
    const detail = 'The old password is wrong.';
    await open({
      answers: { 'POST settings/password': { status: 400, body: { code: 'wrong_old_password', detail } } },
    });
    await enterPasswords();
    expect(await screen.findByText(detail)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Current password')));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('changes with a fresh code and says what that ended', async () => {
    await open({ answers: { 'POST settings/password': confirmed(() => ({ body: {} })) } });
    await enterPasswords();
    await confirmWithCode();
    expect(await screen.findByText(/Your other devices are logged out. Withdrawals are paused/)).toBeTruthy();
    expect(page.sent('POST settings/password').at(-1)).toMatchObject({
      ...passwords,
      confirmation: { method: 'totp' },
    });
    await waitFor(() => expect(screen.queryByLabelText('New password')).toBeNull());
  });

  it('refuses two that differ without asking the server', async () => {
    await open();
    await press('Change: Password');
    await fill('Current password', 'x');
    await fill('New password', 'weak');
    await fill('Repeat new password', 'New-Harbour-8');
    await press('Change password');
    await waitFor(() =>
      expect(screen.getByLabelText('Repeat new password').getAttribute('aria-invalid')).toBe('true'),
    );
    expect(page.sent('POST settings/password')).toEqual([]);
  });
});

describe('a second factor', () => {
  const codes = Array.from({ length: 10 }, (_, index) => `code-000${index}`);

  it('is set up from a picture or from its letters, and then shows the backup codes once', async () => {
    const uri = 'otpauth://totp/Emporion:theo?secret=JBSWY3DPEHPK3PXP';
    await open({
      answers: {
        'POST security/totp/begin': confirmed(() => ({ body: { secret: 'JBSWY3DPEHPK3PXP', uri } })),
      },
    });
    page.account.answers['POST security/totp/finish'] = ({ body }) => {
      if ((body as { code: string }).code !== '654321')
        return { status: 400, body: { code: 'two_factor_invalid', detail: 'The code is wrong.' } };
      page.account.factors = { ...noFactors, totp: true, backup_codes_left: 10 };
      return { body: { backup_codes: codes } };
    };
    await press('Turn on: Authenticator app');
    await confirmWithCode();
    const picture = await screen.findByRole('img', { name: /^QR code with the setup key/ });
    expect(picture.querySelector('path')?.getAttribute('d')).toBe(qrPath(uri).path);
    expect(screen.getByTestId('totp-secret').textContent).toBe('JBSW Y3DP EHPK 3PXP');
    await fill('Six-digit code', '000000');
    expect(await screen.findByText('The code is wrong.')).toBeTruthy();
    await fill('Six-digit code', '654321');

    expect(await screen.findByRole('dialog', { name: 'Your backup codes' })).toBeTruthy();
    expect(
      screen.getAllByRole('listitem').filter(({ textContent }) => textContent?.startsWith('code-')),
    ).toHaveLength(10);
    const done = screen.getByRole<HTMLButtonElement>('button', { name: 'Done' });
    await userEvent.keyboard('{Escape}');
    expect(done.disabled).toBe(true);
    await userEvent.click(screen.getByLabelText('I’ve saved my backup codes'));
    await userEvent.click(done);
    await waitFor(() => expect(screen.queryByText('code-0000')).toBeNull());
    expect(await screen.findByText('10 left')).toBeTruthy();
  });

  it('counts a backup code that confirmed something else', async () => {
    await open({
      factors: { ...noFactors, totp: true, backup_codes_left: 5 },
      answers: {
        'GET security/confirmation': { body: { methods: ['totp', 'backup'], targets: {} } },
        'POST settings/anti-phishing': confirmed(() => {
          page.account.factors = { ...page.account.factors, backup_codes_left: 4 };
          return { body: sampleSettings };
        }),
      },
    });
    expect(await screen.findByText('5 left')).toBeTruthy();
    await press('Set phrase: Anti-phishing phrase');
    await fill('Anti-phishing phrase', 'blue heron');
    await press('Save');
    await press('Backup code');
    await fill('Backup code', freshCode);
    await press('Confirm');
    expect(await screen.findByText('4 left')).toBeTruthy();
  });

  it('gives the backup codes as a file and as text', async () => {
    const factors = { ...noFactors, totp: true, backup_codes_left: 2 };
    await open({
      factors,
      answers: { 'POST security/backup-codes': confirmed(() => ({ body: { backup_codes: codes } })) },
    });
    const saved: Blob[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
        revokeObjectURL: () => {},
      }),
    );
    await press('Get new codes');
    const question = await screen.findByRole('dialog', { name: 'Get new backup codes?' });
    await userEvent.click(question.querySelector('[data-color="red"]') as Element);
    await confirmWithCode();
    await press('Copy all');
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(codes.join('\n')));
    await press('Download');
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(await saved[0]?.text()).toContain(codes.join('\n'));
  });

  it('is proved by the code that was sent, for codes by e-mail', async () => {
    await open({
      answers: { 'POST security/code-factor/begin': confirmed(() => ({ body: sentCode })) },
    });
    page.account.answers['POST security/code-factor/finish'] = () => {
      page.account.factors = { ...noFactors, email: true };
      return { body: { backup_codes: [] } };
    };
    await press('Turn on: Email codes');
    await confirmWithCode();
    await screen.findByRole('button', { name: /^Resend in \d\d s$/ });
    await fill('Six-digit code', '222222');
    expect(await screen.findByRole('button', { name: 'Turn off: Email codes' })).toBeTruthy();
    expect(page.sent('POST security/code-factor/finish')).toEqual([{ method: 'email', code: '222222' }]);
  });

  it('by SMS waits for a verified phone number', async () => {
    await open();
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Turn on: SMS codes' });
    expect(button.disabled).toBe(true);
    expect(await screen.findByText('Verify your phone number in your profile first.')).toBeTruthy();
  });

  it('says what turning it off does, takes a code for it and leaves the ended session', async () => {
    await open({
      factors: { ...noFactors, totp: true },
      answers: { 'POST security/factors/turn-off': confirmed(() => ({ body: {} })) },
    });
    await press('Turn off: Authenticator app');
    expect(await screen.findByText(/on all devices, including this one/)).toBeTruthy();
    await press('Turn off');
    await confirmWithCode();
    await waitFor(() => expect(session.isLoggedIn()).toBe(false));
    expect(await screen.findByText(/on all devices, and withdrawals are paused/)).toBeTruthy();
  });
});

describe('passkeys', () => {
  const passkey = { id: 'p1', name: 'Work laptop', created: sampleSettings.created, last_used: null };

  it('are listed and removed with a fresh code', async () => {
    await open({
      factors: { ...noFactors, passkeys: [passkey] },
      answers: { 'POST security/passkeys/p1/remove': confirmed(() => ({ body: {} })) },
    });
    await press('Remove: Work laptop');
    await press('Remove');
    await confirmWithCode();
    await waitFor(() => expect(session.isLoggedIn()).toBe(false));
  });

  it('cannot be made by a browser that has none, which is said', async () => {
    const begun = { challenge: 'c', options: {} };
    await open({ answers: { 'POST security/passkeys/begin': confirmed(() => ({ body: begun })) } });
    await press('Add passkey');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Passkey name')));
    await fill('Passkey name', 'Work laptop');
    await press('Continue');
    await confirmWithCode();
    expect(await screen.findByText(/This browser doesn’t support passkeys/)).toBeTruthy();
  });
});

describe('the rest', () => {
  it('keeps and removes the anti-phishing phrase with a fresh code', async () => {
    await open();
    page.account.answers['POST settings/anti-phishing'] = confirmed(({ body }) => {
      const { anti_phishing_code } = body as { anti_phishing_code: string | null };
      page.account.settings = { ...sampleSettings, anti_phishing_code };
      return { body: {} };
    });
    await press('Set phrase: Anti-phishing phrase');
    await fill('Anti-phishing phrase', 'abc');
    await press('Save');
    expect(await screen.findByText('This value isn’t valid.')).toBeTruthy();
    await fill('Anti-phishing phrase', 'blue herring');
    await press('Save');
    await confirmWithCode();
    expect(await screen.findByText('blue herring')).toBeTruthy();
    await press('Change: Anti-phishing phrase');
    await press('Remove');
    await confirmWithCode();
    expect(await screen.findByRole('button', { name: 'Set phrase: Anti-phishing phrase' })).toBeTruthy();
  });

  it('keeps after how long the session ends by itself', async () => {
    await open();
    await userEvent.click(await screen.findByRole('combobox', { name: 'Automatic logout' }));
    await userEvent.click(await screen.findByRole('option', { name: '15 minutes' }));
    await screen.findByText('Saved');
    expect(page.sent('PATCH settings')).toEqual([{ auto_logout_timeout: 900 }]);
  });
});
