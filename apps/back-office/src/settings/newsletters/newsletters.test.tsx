import type { Newsletter } from '@emporion/contracts/rest';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { closePage, openPage } from '#testing/open-page.tsx';

const newsletter: Newsletter = {
  ...{ id: '7', state: 'draft', recipients: 0, sent: null, sent_by: null },
  title: { en: 'March', es: 'Marzo' },
  text: { en: 'News of **March**.', es: '- Comisiones **nuevas**' },
  written: '2026-11-17T10:00:00.000Z',
  written_by: { id: '00000000-0000-4000-8000-000000000009', username: 'wanda' },
};

afterEach(closePage);

it('shows whoever sends a newsletter each language as it will be read', async () => {
  await openPage('/settings/newsletters', () => ({
    body: { results: [newsletter], subscribers: 1, next: null },
  }));
  await userEvent.click(await screen.findByRole('button', { name: 'Read and send' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('March', { selector: 'strong' })).toBeTruthy();
  expect(within(dialog.getByRole('region', { name: 'Español' })).getByRole('listitem').textContent).toBe(
    'Comisiones nuevas',
  );
  expect(dialog.queryByText(/\*\*/)).toBeNull();
});
