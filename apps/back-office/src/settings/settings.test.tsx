import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { closePage, fill, openPage, withCapabilities } from '#testing/open-page.tsx';
import type { Settings } from './settings-query.ts';

const settings: Settings = {
  version: 3,
  changed: '2026-01-02T03:04:05.000Z',
  branding: {
    ...{ name: 'Emporion', slogan: null, copyright_since: null, accent: null, social_links: [], logo: null },
    ...{ mail_from: null, support_email: null, home_currency: 'USD' as const },
    ...{ company_name: null, company_address: null, governing_law: null },
    languages: ['en', 'es', 'ru', 'pt', 'fr', 'it'],
  },
  requirements: { kyc: false, two_factor: false, email: true, phone: false },
  objections: { kyc: 'kyc_unavailable', email: null, phone: null },
  maintenance: false,
  excluded_countries: ['KP'],
  fixed_countries: [],
  mail: { configured: true, detail: 'no-reply@exchange.example, by mail.example' },
  sms: { configured: false, detail: null },
  first_run: ['branding'],
};

afterEach(closePage);

it('requires a second factor with a reason, and offers nothing that nobody could satisfy', async () => {
  const { calls } = await openPage('/settings', () => ({ body: settings }));
  const row = (await screen.findByText('Identity check')).closest('li') as HTMLElement;
  expect(within(row).getByRole<HTMLButtonElement>('button', { name: 'Require' }).disabled).toBe(true);
  expect(await within(row).findByText(/no provider is connected/)).toBeTruthy();
  const factor = screen.getByText('Second factor').closest('li') as HTMLElement;
  await userEvent.click(within(factor).getByRole('button', { name: 'Require' }));
  await fill(await screen.findByLabelText('Reason'), 'After the theft');
  await userEvent.click(screen.getByRole('button', { name: 'Require it' }));
  await expect
    .poll(() => calls.find(({ method }) => method === 'PUT'))
    .toMatchObject({
      path: 'admin/settings/requirements',
      body: { kyc: false, two_factor: true, email: true, phone: false, reason: 'After the theft' },
    });
});

it('names the countries from which nobody can register, and allows one of them again', async () => {
  const excluded_countries = ['KP', 'IR'];
  const { calls } = await openPage('/settings', () => ({ body: { ...settings, excluded_countries } }));
  const list = within(await screen.findByRole('list', { name: 'Excluded countries' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Iran IRAllow again',
    'North Korea KPAllow again',
  ]);
  await userEvent.click(list.getByRole('button', { name: 'Allow Iran again' }));
  await fill(await screen.findByLabelText('Reason'), 'The rule was lifted');
  await userEvent.click(screen.getByRole('button', { name: 'Allow again' }));
  await expect
    .poll(() => calls.find(({ method }) => method === 'PUT'))
    .toMatchObject({ path: 'admin/settings/countries', body: { excluded: ['KP'] } });
});

it('shows a brand colour before it is chosen, says in words whether it can be read, and wants both themes', async () => {
  const { calls } = await openPage('/settings', () => ({ body: settings }));
  await userEvent.click(await screen.findByRole('button', { name: 'Change the brand' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the brand' }));
  const light = dialog.getByLabelText('Accent, light theme');
  await fill(light, '#ffee00');
  expect(screen.getByText(/too light to be read: .* 4\.5 to 1 is needed/)).toBeTruthy();
  await userEvent.clear(light);
  await fill(light, '#663399');
  expect(screen.getByText(/It is read well/)).toBeTruthy();
  await fill(dialog.getByLabelText('Reason'), 'Our colour');
  await userEvent.click(dialog.getByRole('button', { name: 'Change' }));
  expect(await screen.findByText('Choose this one too, or leave both empty.')).toBeTruthy();
  expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
});

it('says how a test of the mail went', async () => {
  await openPage('/settings', ({ method }) =>
    method === 'POST'
      ? { body: { delivered: false, problem: '535 authentication failed' } }
      : { body: settings },
  );
  const [mail] = await screen.findAllByRole('button', { name: 'Send a test' });
  await userEvent.click(mail as HTMLElement);
  expect(await screen.findByText('Not delivered: 535 authentication failed')).toBeTruthy();
});

it('shows an auditor everything and no way to change it', async () => {
  await openPage('/settings', () => ({ body: settings }), withCapabilities('settings.read'));
  expect((await screen.findByRole('list', { name: 'Excluded countries' })).textContent).toBe(
    'North Korea KP',
  );
  expect(screen.queryByRole('button', { name: /Change|Exclude|Allow|Require|Begin|Send/ })).toBeNull();
});

it('leads through the first set-up from where it was left, and coins and the market are made there', async () => {
  const market = {
    ...{
      pair: 'ETH-LTC',
      base: 'ETH',
      quote: 'LTC',
      state: 'cancel_only',
      set_state: 'cancel_only',
      disabled: false,
      closed_by: [],
    },
    ...{ price: null, change: null, volume: '0', open_orders: 0, reference_price: null },
    rules: {
      ...{
        state: 'cancel_only',
        tick: '0.01',
        lot: '0.01',
        quantity_min: '0.01',
        quantity_max: '10',
        band: '50',
      },
      ...{ cost_min: '1', cost_max: '100', price_decimals: 2, quantity_decimals: 2 },
      ...{ base_decimals: 8, quote_decimals: 8 },
    },
  };
  const part = (name: string, state: string, text: string) => ({ part: name, name: null, state, text });
  const health = {
    parts: [part('signer', 'bad', 'There is none.'), part('administrators', 'warn', 'There is one.')],
    ...{ followers: [], jobs: null, version: '1.0.0', time: '2026-01-02T03:04:05.000Z' },
  };
  let noted = ['branding', 'messages', 'staff'];
  const { calls } = await openPage('/first-run', ({ method, path }) => {
    if (path === 'admin/coins') return { body: { results: [], networks: [], term_drafts: [], next: null } };
    if (path === 'admin/markets') return { body: { results: [market], next: null } };
    if (path === 'admin/health') return { body: health };
    if (method === 'PUT') noted = [...noted, path.split('/').at(-1) ?? ''];
    return { body: { ...settings, first_run: noted } };
  });
  expect(await screen.findByText(/2\. Coins and networks/)).toBeTruthy();
  expect(await screen.findByLabelText('Decimals in our books')).toBeTruthy();
  expect(await screen.findByText('There is none.', { exact: false })).toBeTruthy();
  await userEvent.click(screen.getAllByRole('button', { name: 'Leave for later' })[0] as HTMLElement);
  expect(calls.find(({ method }) => method === 'PUT')?.path).toBe('admin/settings/first-run/coins');
  const step = (await screen.findByText(/3\. The first market/)).closest('li') as HTMLElement;
  expect(await within(step).findByText('Next')).toBeTruthy();
  await userEvent.click(await within(step).findByRole('button', { name: 'Open ETH-LTC' }));
  expect(await screen.findByRole('dialog', { name: 'Open ETH-LTC' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(within(step).getByRole('button', { name: 'Leave for later' }));
  // Nothing says that all is well while there is no signer, and what was left out opens again.
  expect(await screen.findByText(/What is still missing stands below/)).toBeTruthy();
  const coins = screen.getByText(/2\. Coins and networks/).closest('li') as HTMLElement;
  await userEvent.click(within(coins).getByRole('button', { name: 'Open' }));
  expect(await within(coins).findByLabelText('Decimals in our books')).toBeTruthy();
});

const verification = {
  kyc_levels: [
    {
      ...{ level: 0, needs: [], by_officer: false, bank_currencies: [], valid_days: null },
      ...{ withdrawal_a_day: '1000', card_payment_max: '500', card_day_max: '1000' },
    },
    {
      ...{ level: 1, needs: ['document', 'selfie'], by_officer: false, bank_currencies: ['USD', 'EUR'] },
      ...{ valid_days: null, withdrawal_a_day: '50000', card_payment_max: '5000', card_day_max: '20000' },
    },
  ],
  kyc_policy: { keep_approved_days: 1825, keep_rejected_days: 90, answer_days: 30, claim_minutes: 30 },
};

it('proposes what a level of verification takes and unlocks, and the rules by which it is worked on', async () => {
  const rules = {
    ...{ hold_above: '10000', hold_on_new_device: true, new_device_hours: 24, velocity_requests: 5 },
    ...{ velocity_minutes: 60, address_delay_hours: 24, card_hold_hours: 72, level: 0 },
  };
  const { calls } = await openPage('/settings/policy', ({ method }) =>
    method === 'GET'
      ? {
          body: {
            fee_tiers: [{ name: '1', volume: '0', maker: 1000, taker: 1500 }],
            fee_tier_drafts: [],
            levels: [],
            rules,
            ...verification,
          },
        }
      : { status: 409, body: { code: 'kyc_level_unreachable', detail: 'Nobody could reach this level.' } },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Change level 1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change level 1' }));
  await userEvent.click(dialog.getByLabelText('Proof of address'));
  await userEvent.click(dialog.getByLabelText('Withdrawals to a bank in EUR'));
  await fill(dialog.getByLabelText('Valid for, in days'), '365');
  await fill(dialog.getByLabelText('Reason'), 'As the regulator asks');
  await userEvent.click(dialog.getByRole('button', { name: 'Propose' }));
  await expect
    .poll(() => calls.find(({ path }) => path === 'admin/approvals/kyc-level')?.body)
    .toMatchObject({
      rules: {
        ...{ level: 1, needs: ['document', 'selfie', 'address_proof'], by_officer: false },
        ...{ bank_currencies: ['USD'], valid_days: 365 },
      },
    });
  expect(await screen.findByText(/Nobody could reach this level/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add a level' }));
  expect(await screen.findByRole('dialog', { name: 'Add level 2' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(screen.getByRole('button', { name: 'Change the rules' }));
  const minutes = await screen.findByLabelText('Minutes for which a claim counts');
  await userEvent.clear(minutes);
  await fill(minutes, '45');
  await fill(screen.getByLabelText('Reason'), 'More to look at');
  await userEvent.click(screen.getByRole('button', { name: 'Propose' }));
  await expect
    .poll(() => calls.find(({ path }) => path === 'admin/approvals/kyc-policy')?.body)
    .toMatchObject({ policy: { ...verification.kyc_policy, claim_minutes: 45 } });
});

it('tries rules on what happened, and then proposes them', async () => {
  const rules = {
    ...{ hold_above: '10000', hold_on_new_device: true, new_device_hours: 24, velocity_requests: 5 },
    ...{ velocity_minutes: 60, address_delay_hours: 24, card_hold_hours: 72, level: 0 },
  };
  const tiers = [{ name: '1', volume: '0', maker: 1000, taker: 1500 }];
  const held = (count: number) => ({ held: count, value: '100', by_reason: { large_amount: count } });
  const { calls } = await openPage('/settings/policy', ({ method, path }) => {
    if (method === 'GET')
      return { body: { fee_tiers: tiers, fee_tier_drafts: [], levels: [], rules, ...verification } };
    if (path.endsWith('simulate'))
      return { body: { withdrawals: 12, now: held(2), draft: held(7), newly_held: 5, newly_free: 0 } };
    return { status: 409, body: { code: 'draft_unchanged', detail: 'This draft changes nothing.' } };
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Draft new rules' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Simulate' }));
  expect(await screen.findByText(/Of 12 withdrawals in the last 30 days/)).toBeTruthy();
  await fill(await screen.findByLabelText('Reason'), 'Less risk');
  await userEvent.click(screen.getByRole('button', { name: 'Propose' }));
  await expect
    .poll(() => calls.find(({ path }) => path === 'admin/approvals/withdrawal-rules')?.body)
    .toMatchObject({ rules, reason: 'Less risk' });
});

it('changes who runs the exchange and how they are reached, and leaves the brand as it is', async () => {
  const { calls } = await openPage('/settings', () => ({ body: settings }));
  await userEvent.click(await screen.findByRole('button', { name: 'Change contact and company' }));
  await fill(await screen.findByLabelText('Support address'), 'help@agora.example');
  await fill(screen.getByLabelText('Company'), 'Agora Ltd');
  await fill(screen.getByLabelText('Reason'), 'As registered');
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  await expect
    .poll(() => calls.find(({ method }) => method === 'PUT'))
    .toMatchObject({
      path: 'admin/settings/branding',
      body: {
        ...{ name: 'Emporion', support_email: 'help@agora.example', company_name: 'Agora Ltd' },
        ...{ mail_from: null, home_currency: 'USD', governing_law: null },
      },
    });
});

it('gives the exchange a slogan and a first year of its own, and takes the slogan away again', async () => {
  const own = { ...settings, branding: { ...settings.branding, slogan: 'From ship to shore.' } };
  const { calls } = await openPage('/settings', () => ({ body: own }));
  await userEvent.click(await screen.findByRole('button', { name: 'Change the brand' }));
  await userEvent.clear(await screen.findByLabelText('Slogan'));
  await fill(screen.getByLabelText('First year of the copyright'), '2019');
  await fill(screen.getByLabelText('Reason'), 'As decided');
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  await expect
    .poll(() => calls.find(({ method }) => method === 'PUT'))
    .toMatchObject({ path: 'admin/settings/branding', body: { slogan: '', copyright_since: 2019 } });
});
