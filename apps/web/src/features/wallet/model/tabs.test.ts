import { expect, it } from 'vitest';
import { tabPath, walletTabs } from './tabs.ts';

const pathsFor = (coin: string | undefined) =>
  ['deposit', 'withdrawal', 'history'].map((name) =>
    walletTabs.filter((tab) => tab.name === name).map((tab) => tabPath(tab, coin)),
  );

it('keeps the coin between what is of one coin, and opens the history of all', () => {
  expect(pathsFor('USDT').flat()).toEqual([
    '/wallet/deposit/USDT',
    '/wallet/withdrawal/USDT',
    '/wallet/history/all',
  ]);
  for (const none of [undefined, 'all'])
    expect(pathsFor(none).flat()).toEqual(['/wallet/deposit', '/wallet/withdrawal', '/wallet/history/all']);
});
