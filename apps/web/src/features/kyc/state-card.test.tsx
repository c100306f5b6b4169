import type { Kyc } from '@emporion/contracts/rest';
import { cleanup, configure, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '#language/i18n.ts';
import { StateCard } from './state-card.tsx';

beforeAll(async () => {
  configure({ defaultHidden: true });
  window.localStorage.setItem('planguage', 'en');
  await startI18n();
  await loadTexts('kyc');
});
afterEach(cleanup);

const person = {
  ...{ first_name: 'Theo', last_name: 'Trader', birthday: '1990-05-17', country: 'PT' },
  ...{ address: '', city: '', postal_code: '' },
};
const kyc = (more: Partial<Kyc>): Kyc => ({
  ...{ state: 'expired', level: 0, verified_level: 0, expires: '2026-01-01', renewable: false },
  ...{ required: false, levels: [], application: null, available: true, sandbox: true, person },
  ...more,
});

it('offers somebody whose verification has ended to verify again, where it says so', () => {
  const onRenew = vi.fn();
  render(<StateCard kyc={kyc({})} chosen={null} onRenew={onRenew} />);
  expect(screen.getByText(/Until you verify again, the limits of level 0 apply/)).toBeTruthy();
  screen.getByRole('button', { name: 'Renew verification' }).click();
  expect(onRenew).toHaveBeenCalled();
});

it('says which limits an account has without verification', () => {
  render(<StateCard kyc={kyc({ state: 'none', level: 1 })} chosen={null} onRenew={undefined} />);
  expect(screen.getByText(/^You have the limits of level 1 without verification/)).toBeTruthy();
  cleanup();
  render(<StateCard kyc={kyc({ state: 'none' })} chosen={null} onRenew={undefined} />);
  expect(screen.getByText(/^Choose a level to begin/)).toBeTruthy();
});

const decided = {
  ...{ id: '0', level: 1, again: [], reasons: [], note: null, person },
  ...{ created: '2026-01-01T00:00:00Z', decided: '2026-01-02T00:00:00Z' },
} as const;

it('says that limits stay as they are where everybody has those of the level that ended', () => {
  const levels = [0, 1, 2].map((level) => ({ level })) as Kyc['levels'];
  const application = { ...decided, status: 'approved' } as const;
  render(<StateCard kyc={kyc({ level: 1, levels, application })} chosen={null} onRenew={undefined} />);
  expect(screen.getByText(/Your limits stay as they are; verify again to apply for level 2/)).toBeTruthy();
});

it('offers somebody who was declined to apply again', () => {
  const onRenew = vi.fn();
  const rejected = kyc({ state: 'rejected', application: { ...decided, status: 'rejected' } });
  const { rerender } = render(<StateCard kyc={rejected} chosen={null} onRenew={onRenew} />);
  screen.getByRole('button', { name: 'Apply again' }).click();
  expect(onRenew).toHaveBeenCalled();
  rerender(<StateCard kyc={rejected} chosen={1} onRenew={onRenew} />);
  expect(screen.queryByRole('button')).toBeNull();
});

it('brings somebody who handed in to what is said of it', () => {
  const at = (status: 'open' | 'checking') => (
    <StateCard
      kyc={kyc({ state: status === 'open' ? 'none' : 'pending', application: { ...decided, status } })}
      chosen={null}
      onRenew={undefined}
    />
  );
  const { rerender } = render(at('open'));
  expect(document.activeElement).toBe(document.body);
  rerender(at('checking'));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'In review' }));
});

it('says for which level more is asked of somebody who is verified', () => {
  const application = {
    ...{ id: '0', level: 2, status: 'open', again: ['address_proof'], reasons: [], note: null, person },
    ...{ created: '2026-01-01T00:00:00Z', decided: null },
  } as const;
  const approved = kyc({ state: 'approved', verified_level: 1, application: application as never });
  render(<StateCard kyc={approved} chosen={null} onRenew={undefined} />);
  expect(screen.getByText(/You’re applying for level 2/)).toBeTruthy();
  expect(screen.getByText('Proof of address')).toBeTruthy();
});
