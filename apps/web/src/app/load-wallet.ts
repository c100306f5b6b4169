import type { LoadPage } from './routing/route.ts';
import type { WalletPageName } from './wallet-pages.tsx';

/** A page of the wallet. Where each is fetched from comes with their frame, so that the shell does not carry the list. */
export function loadWallet(name: WalletPageName): LoadPage {
  return async () => (await import('./wallet-pages.tsx')).loadWalletPage(name);
}

export const loadConfirmWithdrawal: LoadPage = async () =>
  (await import('./confirm-withdrawal.tsx')).loadConfirmPage();
