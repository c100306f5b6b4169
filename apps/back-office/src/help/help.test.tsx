import type { ListedArticle, StaffArticle, StaffIncident } from '@emporion/contracts/rest';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { closePage, fill, openPage, withCapabilities } from '#testing/open-page.tsx';

const moment = '2026-11-17T10:00:00.000Z';
const head = {
  ...{ slug: 'api', category: 'transparency' as const, published: true, edited: false },
  ...{ helpful: 3, unhelpful: 1, version: 4, changed: moment, changed_by: null },
};
const listed: ListedArticle = { ...head, title: 'Trade with a program', languages: ['en', 'es'] };
const article: StaffArticle = {
  ...{ ...head, related: ['order-types'] },
  texts: { en: { title: 'Trade with a program', summary: 'In short.', body: '## Begin\n\nAt once.' } },
};
const incident: StaffIncident = {
  ...{ id: '5', title: { en: 'Late charts' }, impact: 'major', parts: ['market_data'], state: 'identified' },
  ...{ started: moment, resolved: null, version: 2 },
  updates: [{ state: 'identified', text: { en: 'A queue was full.' }, time: moment, by: null }],
};

afterEach(closePage);

it('lists the articles with what is missing and whom they helped', async () => {
  await openPage('/help/articles', () => ({ body: { results: [listed] } }));
  expect(await screen.findByText('Trade with a program')).toBeTruthy();
  expect(screen.getByText('75% of 4')).toBeTruthy();
  expect(screen.getByText('Without ru, pt, fr, it')).toBeTruthy();
});

it('translates an article with a preview, by the version that was read', async () => {
  const { calls } = await openPage('/help/articles/api', () => ({ body: article }));
  await userEvent.click(await screen.findByRole('tab', { name: 'Français' }));
  await fill(screen.getByLabelText('Title'), 'Programme');
  await fill(screen.getByLabelText('In one sentence'), 'En bref.');
  await fill(screen.getByLabelText('Text'), '## Debut');
  expect(
    within(screen.getByRole('region', { name: 'Preview' })).getByRole('heading', { name: 'Debut' }),
  ).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  await fill(await screen.findByLabelText('Reason'), 'Translated');
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  await expect
    .poll(() => calls.find(({ method }) => method === 'PUT'))
    .toMatchObject({
      path: 'admin/help/articles/api',
      body: {
        ...{ version: 4, published: true, related: ['order-types'] },
        texts: { en: article.texts.en, fr: { title: 'Programme', summary: 'En bref.', body: '## Debut' } },
      },
    });
});

it('resolves an incident with its last update', async () => {
  const { calls } = await openPage('/help/incidents/5', () => ({ body: incident }));
  expect(await screen.findByText('A queue was full.')).toBeTruthy();
  await fill(screen.getByLabelText('Update'), 'It is empty again.');
  await userEvent.click(screen.getByLabelText('Trading'));
  await userEvent.click(screen.getByRole('button', { name: 'Write the update' }));
  await fill(await screen.findByLabelText('Reason'), 'Seen');
  await userEvent.click(screen.getByRole('button', { name: 'Write' }));
  await expect
    .poll(() => calls.find(({ method }) => method === 'POST'))
    .toMatchObject({
      path: 'admin/incidents/5/updates',
      body: {
        parts: ['trading', 'market_data'],
        state: 'identified',
        text: { en: 'It is empty again.' },
        version: 2,
      },
    });
});

it('shows who may only read what is written and no way to change it', async () => {
  await openPage('/help/articles/api', () => ({ body: article }), withCapabilities('help.read'));
  expect(await screen.findByText('At once.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
});
