import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { openApp, prepareApp, resetApp } from './testing/render-app.tsx';

beforeAll(prepareApp);
afterEach(() => {
  resetApp();
  window.localStorage.removeItem('help-rated-order-types');
});

const summary = {
  slug: 'order-types',
  category: 'trading',
  language: 'en',
  title: 'Order types',
  summary: 'Which to use.',
};
const article = {
  ...{
    ...summary,
    updated: '2026-11-17T10:00:00.000Z',
    related: [{ slug: 'api', title: 'Trade with a program' }],
  },
  body: '## Limit\n\nSee [fees](/fees).\n\n## Market\n\n<img src=x onerror=alert(1)>\n\n## Stop\n\n- **One**',
};
const part = { part: 'trading', network: null, state: 'operational' };
const incident = {
  ...{
    id: '1',
    title: 'Withdrawals are delayed',
    impact: 'critical',
    parts: ['withdrawals'],
    state: 'identified',
  },
  ...{ started: article.updated, resolved: null },
  updates: [{ state: 'identified', text: 'A node was late.', time: article.updated }],
};
const status = {
  parts: [part, { part: 'deposits', network: 'Tron', state: 'down' }],
  ...{ maintenance: false, incidents: [incident], time: article.updated },
};

it('shows the topics, and what is found while somebody types, with what was meant by a misspelt word', async () => {
  const search = {
    corrected: 'order',
    results: [
      {
        ...{ slug: 'order-types', category: 'trading', language: 'en' },
        title: [
          { text: 'Order', hit: true },
          { text: ' types', hit: false },
        ],
        excerpt: [{ text: 'Which to use.', hit: false }],
      },
    ],
  };
  const app = openApp('/support', { articles: { results: [summary] }, status, search });
  expect(await screen.findByRole('link', { name: 'Order types' })).toBeTruthy();
  expect(await screen.findByText('Some services aren’t working')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe(
    '/account/support/tickets/new',
  );
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search help' }), 'ordr');
  const found = await screen.findByRole('list', { name: 'Search results' });
  expect(within(found).getByText('Order').tagName).toBe('MARK');
  expect(screen.getByText('Showing results for “order”.')).toBeTruthy();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(app.address()).toBe('/support/articles/order-types'));
});

it('draws an article with its contents and links, and markup within it as text', async () => {
  openApp('/support/articles/order-types', { 'order-types': article, feedback: { helpful: true } });
  expect(await screen.findByRole('heading', { level: 1, name: 'Order types' })).toBeTruthy();
  expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeTruthy();
  expect(document.querySelector('article img')).toBeNull();
  expect(screen.getByRole('link', { name: 'fees' }).getAttribute('href')).toBe('/account/fees');
  const [contents] = screen.getAllByRole('navigation', { name: 'On this page' });
  expect(
    within(contents as HTMLElement)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Limit', 'Market', 'Stop']);
  expect(screen.getByRole('link', { name: 'Trade with a program' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Yes' }));
  expect(await screen.findByText('Thanks for your feedback.')).toBeTruthy();
  expect(window.localStorage.getItem('help-rated-order-types')).toBe('yes');
});

it('says that an article is not there, and where all of them are', async () => {
  openApp('/support/articles/nothing');
  expect(await screen.findByRole('heading', { level: 1, name: 'Article not found' })).toBeTruthy();
  expect(screen.getAllByRole('link', { name: 'All help topics' }).length).toBeGreaterThan(0);
});

it('tells how each part stands and what went wrong', async () => {
  openApp('/support/status', { status });
  expect(await screen.findByText('Some services aren’t working')).toBeTruthy();
  const row = screen.getByRole('row', { name: /Tron/ });
  expect(within(row).getByText('Not working')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Withdrawals are delayed' })).toBeTruthy();
  expect(screen.getByText('A node was late.')).toBeTruthy();
  expect(screen.queryByText('No incidents in the last 90 days.')).toBeNull();
});
