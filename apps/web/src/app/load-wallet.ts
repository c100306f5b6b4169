import { loadTexts } from '#language/i18n.ts';
import { startingLanguage } from '#language/language-choice.ts';
import { warmFormats } from '#ui/text/formats.ts';
import { loadLayout } from './layouts/load-layout.ts';
import { nextTask } from './next-task.ts';
import type { LoadPage } from './routing/route.ts';
import type { WalletPageName } from './wallet-pages.tsx';

/**
 * A page of the wallet. Where each is fetched from comes with their frame, so that the shell does not carry the list. What is
 * needed is on its way already, and read in tasks of its own: all in one would hold a phone up.
 */
export function loadWallet(name: WalletPageName): LoadPage {
  return async () => {
    warmFormats(startingLanguage());
    void loadTexts('wallet').catch(() => {});
    const { queryClient } = await loadLayout();
    await nextTask();
    await import('#live/live.ts');
    await nextTask();
    return (await import('./wallet-pages.tsx')).loadWalletPage(name, queryClient);
  };
}

export const loadConfirmWithdrawal: LoadPage = async () =>
  (await import('./confirm-withdrawal.tsx')).loadConfirmPage();
