import type { Area } from '@emporion/i18n';
import type { WalletTabName } from '#features/wallet/model/tabs.ts';
import { loadTexts } from '#language/i18n.ts';
import type { LoadPage } from './routing/route.ts';

/** A page of the wallet in its frame, with the texts that it speaks. */
function inFrame(tab: WalletTabName | undefined, loadPage: LoadPage, ...areas: Area[]): LoadPage {
  return async () => {
    const [{ WalletFrame }, Page] = await Promise.all([
      import('#features/wallet/wallet-frame.tsx'),
      loadPage(),
      loadTexts('wallet'),
      ...areas.map(loadTexts),
    ]);
    return () => (
      <WalletFrame tab={tab}>
        <Page />
      </WalletFrame>
    );
  };
}

export const loadOverview = inFrame(
  'overview',
  async () => (await import('#features/wallet/overview/overview-page.tsx')).OverviewPage,
);
export const loadBalances = inFrame(
  'balances',
  async () => (await import('#features/wallet/balances/balances-page.tsx')).BalancesPage,
);
export const loadDeposit = inFrame(
  'deposit',
  async () => (await import('#features/wallet/deposit/deposit-page.tsx')).DepositPage,
);
export const loadWithdrawal = inFrame(
  'withdrawal',
  async () => (await import('#features/wallet/withdrawal/withdrawal-page.tsx')).WithdrawalPage,
  'withdrawal',
);
export const loadTransfer = inFrame(
  'transfer',
  async () => (await import('#features/wallet/transfer/transfer-page.tsx')).TransferPage,
  'withdrawal',
);
export const loadHistory = inFrame(
  'history',
  async () => (await import('#features/wallet/history/history-page.tsx')).HistoryPage,
  'history',
  'downloads',
);
export const loadAddresses = inFrame(
  'addresses',
  async () => (await import('#features/wallet/addresses/addresses-page.tsx')).AddressesPage,
  'withdrawal',
);
export const loadCodes = inFrame(
  'codes',
  async () => (await import('#features/wallet/codes/codes-page.tsx')).CodesPage,
  'withdrawal',
);
export const loadProof = inFrame(
  undefined,
  async () => (await import('#features/wallet/proof/proof-page.tsx')).ProofPage,
  'history',
);

/** What the link of a mail opens: outside the frame, as it is about one withdrawal alone. */
export const loadConfirmWithdrawal: LoadPage = async () => {
  const [{ ConfirmWithdrawalPage }, { QueryClientProvider }, { queryClient }] = await Promise.all([
    import('#features/wallet/confirm/confirm-withdrawal-page.tsx'),
    import('@tanstack/react-query'),
    import('./query-client.ts'),
    loadTexts('wallet'),
    loadTexts('withdrawal'),
    loadTexts('errors'),
  ]);
  // The simple layout has none of its own: few of its pages ask for anything.
  return () => (
    <QueryClientProvider client={queryClient}>
      <ConfirmWithdrawalPage />
    </QueryClientProvider>
  );
};
