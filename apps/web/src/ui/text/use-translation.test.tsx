import { cleanup, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { useArea, useTranslation } from './use-translation.ts';

const later = {
  type: 'backend' as const,
  init() {},
  read: async (_language: string, _area: string) => ({ late: 'Here now' }),
};

beforeAll(async () => {
  const resources = { en: { common: { close: 'Close' } } };
  await i18next.use(later).init({
    ...{ lng: 'en', ns: ['common'], nsSeparator: '.', resources, partialBundledLanguages: true },
  });
});
afterEach(cleanup);

function Sentence({ area }: { area: string }) {
  useArea(area);
  const { t } = useTranslation();
  return <p>{t([`${area}.late`, 'common.close'] as never)}</p>;
}

it('draws the texts of an area when they come, also when another area was asked for before', async () => {
  const { rerender } = render(<Sentence area="common" />);
  rerender(<Sentence area="errors" />);
  expect(await screen.findByText('Here now')).toBeTruthy();
});
