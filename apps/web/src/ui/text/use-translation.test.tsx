import type { Area } from '@emporion/i18n';
import { texts } from '@emporion/i18n/texts';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { useArea, useTranslation } from './use-translation.ts';

beforeAll(() => texts.provide('en', { common: { close: 'Close' } }));
afterEach(cleanup);

function Sentence({ area }: { area: Area }) {
  useArea(area);
  const { t } = useTranslation();
  return <p>{t([`${area}.internal`, 'common.close'])}</p>;
}

it('draws the texts of an area when they come, also when another area was asked for before', async () => {
  const { rerender } = render(<Sentence area="common" />);
  rerender(<Sentence area="errors" />);
  expect(await screen.findByText('Server error. Please try again.')).toBeTruthy();
});
