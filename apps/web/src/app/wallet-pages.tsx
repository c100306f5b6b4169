import type { Area } from '@emporion/i18n';
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { balanceQuery, coinsQuery, limitsQuery } from '#api/queries.ts';
import { session } from '#api/session.ts';
import type { WalletTabName } from '#features/wallet/model/tabs.ts';
import { WalletFrame } from '#features/wallet/wallet-frame.tsx';
import { loadTexts } from '#language/i18n.ts';
import { nextTask } from './next-task.ts';

interface WalletPage {
  /** Fetches its code, and begins to ask for what it will show. */
  readonly load: (client: QueryClient) => Promise<ComponentType>;
  /** What it speaks beside what all of them do. */
  readonly areas?: readonly Area[];
}

/** Whoever is not is led to the login, and what is theirs would only be refused before. */
const isLoggedIn = () => session.read().token !== null;

const pages = {
  overview: {
    load: async (client) => {
      const { OverviewPage, prefetchOverview } = await import('#features/wallet/overview/overview-page.tsx');
      if (isLoggedIn()) prefetchOverview(client);
      return OverviewPage;
    },
  },
  balances: {
    load: async () => (await import('#features/wallet/balances/balances-page.tsx')).BalancesPage,
  },
  deposit: { load: async () => (await import('#features/wallet/deposit/deposit-page.tsx')).DepositPage },
  withdrawal: {
    load: async () => (await import('#features/wallet/withdrawal/withdrawal-page.tsx')).WithdrawalPage,
    areas: ['withdrawal'],
  },
  transfer: {
    load: async () => (await import('#features/wallet/transfer/transfer-page.tsx')).TransferPage,
    areas: ['withdrawal'],
  },
  history: {
    load: async () => (await import('#features/wallet/history/history-page.tsx')).HistoryPage,
    areas: ['history', 'downloads'],
  },
  addresses: {
    load: async () => (await import('#features/wallet/addresses/addresses-page.tsx')).AddressesPage,
    areas: ['withdrawal'],
  },
  codes: {
    load: async () => (await import('#features/wallet/codes/codes-page.tsx')).CodesPage,
    areas: ['withdrawal'],
  },
  proof: {
    load: async () => (await import('#features/wallet/proof/proof-page.tsx')).ProofPage,
    areas: ['history'],
  },
} as const satisfies Record<WalletTabName | 'proof', WalletPage>;

export type WalletPageName = keyof typeof pages;

/** A page of the wallet in its frame, with the texts that it speaks. */
export async function loadWalletPage(name: WalletPageName, client: QueryClient): Promise<ComponentType> {
  const { load, areas = [] }: WalletPage = pages[name];
  // Asked for before the page is drawn; what fails here is asked for again by the page, which tells of it.
  void client.prefetchQuery(coinsQuery);
  if (isLoggedIn()) {
    void client.prefetchQuery(limitsQuery);
    void client.prefetchQuery(balanceQuery);
  }
  const [Page] = await Promise.all([load(client), loadTexts('wallet'), ...areas.map(loadTexts)]);
  // What was asked for above and what the page begins with are each enough for one task.
  await nextTask();
  const tab = name === 'proof' ? undefined : name;
  return () => (
    <WalletFrame tab={tab}>
      <Page />
    </WalletFrame>
  );
}
