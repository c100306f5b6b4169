import type { Kyc, KycLevel } from '@emporion/contracts/rest';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { loadTexts, startI18n } from '#language/i18n.ts';
import { LevelsCard } from './levels-card.tsx';

beforeAll(async () => {
  window.localStorage.setItem('planguage', 'en');
  await startI18n();
  await loadTexts('kyc');
});
afterEach(cleanup);

const levels = [0, 1].map((level) => ({
  ...{ level, needs: [], by_officer: false, bank_currencies: [], withdrawal_a_day: '1000' },
  ...{ card_payment_max: '10', card_day_max: '10' },
})) as unknown as KycLevel[];
const open = (given: Pick<Kyc, 'level' | 'verified_level'>) =>
  render(<LevelsCard kyc={{ levels, available: true, ...given } as Kyc} onApply={() => {}} />);

it('marks the level whose limits count now, and says that verifying for it changes none', () => {
  open({ level: 1, verified_level: 0 });
  const [zero, one] = screen.getAllByRole('listitem');
  expect(within(one as HTMLElement).getByText('Your limits now')).toBeTruthy();
  expect(within(one as HTMLElement).getByText('You have these limits without verification.')).toBeTruthy();
  expect(within(zero as HTMLElement).queryByText(/Your limits|without verification/)).toBeNull();
});

it.each([0, 1])('says nothing of the kind to whom level %d is what they are verified for', (level) => {
  open({ level, verified_level: level });
  expect(screen.queryByText(/without verification/)).toBeNull();
});
