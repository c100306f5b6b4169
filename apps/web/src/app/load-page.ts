import { createElement } from 'react';
import { session } from '#api/session.ts';
import type { LegalText } from '#features/legal/legal-page.tsx';
import { loadTexts } from '#language/i18n.ts';
import { loadLayout } from './layouts/load-layout.ts';
import { nextTask } from './next-task.ts';
import type { LoadPage } from './routing/route.ts';
import type { SupportPageName } from './support-pages.ts';

/** What the pages with live data have in common. All of it is on its way already: in one task with the page it would hold a phone up for a tenth of a second. */
async function loadFrame(): ReturnType<typeof loadLayout> {
  const layout = await loadLayout();
  await nextTask();
  await import('#live/live.ts');
  await nextTask();
  return layout;
}

export const loadTrade: LoadPage = async () => {
  const loadPage = async () => {
    const { queryClient } = await loadFrame();
    const { TradePage, prepareTradePage } = await import('#pages/trade/trade-page.tsx');
    await nextTask();
    await prepareTradePage(queryClient);
    return TradePage;
  };
  // On its way together with the page, which waits for it.
  if (session.read().token !== null) import('#features/own-orders/own-panel.tsx').catch(() => {});
  const [TradePage] = await Promise.all([loadPage(), loadTexts('trade'), loadTexts('market')]);
  return TradePage;
};

export const loadSwap: LoadPage = async () => {
  const loadPage = async () => {
    await loadFrame();
    return (await import('#pages/quick-swap/quick-swap-page.tsx')).QuickSwapPage;
  };
  const [QuickSwapPage] = await Promise.all([loadPage(), loadTexts('swap')]);
  return QuickSwapPage;
};

export const loadMarkets: LoadPage = async () => {
  const [{ MarketsPage }] = await Promise.all([
    import('#pages/markets/markets-page.tsx'),
    loadTexts('trade'),
    loadLayout(),
  ]);
  return MarketsPage;
};

export const loadFees: LoadPage = async () => {
  const loadPage = async () => {
    await loadFrame();
    return (await import('#features/fees/fees-page.tsx')).FeesPage;
  };
  const [FeesPage] = await Promise.all([loadPage(), loadTexts('fees')]);
  return FeesPage;
};

export const loadKyc: LoadPage = async () => {
  const [{ KycPage }] = await Promise.all([
    import('#features/kyc/kyc-page.tsx'),
    loadTexts('kyc'),
    loadTexts('errors'),
  ]);
  return KycPage;
};

/** Help and status; where each page is fetched from comes with the first of them. */
export const loadSupport =
  (name: SupportPageName): LoadPage =>
  async () =>
    (await import('./support-pages.ts')).loadSupportPage(name);

export const loadNotFound: LoadPage = async () => {
  const [{ NotFoundPage }] = await Promise.all([
    import('#features/not-found/not-found-page.tsx'),
    loadTexts('pages'),
  ]);
  return NotFoundPage;
};

export const loadTickets: LoadPage = async () => (await import('./support-tickets.tsx')).loadTicketsPage();

export const loadKit: LoadPage = async () => {
  const [{ KitPage }] = await Promise.all([import('#features/kit/kit-page.tsx'), loadTexts('kit')]);
  return KitPage;
};

export const loadSettings: LoadPage = async () => {
  const [{ SettingsPage }] = await Promise.all([
    import('#features/settings/settings-page.tsx'),
    loadTexts('settings'),
    loadTexts('confirmation'),
    loadTexts('errors'),
  ]);
  return SettingsPage;
};

export const loadInterfaceSelect: LoadPage = async () =>
  (await import('./choose-interface.tsx')).loadInterfacePage();

/** The terms of use or the privacy policy. */
export function loadLegal(text: LegalText): LoadPage {
  return async () => {
    const [{ LegalPage }] = await Promise.all([import('#features/legal/legal-page.tsx'), loadTexts('legal')]);
    return () => createElement(LegalPage, { text });
  };
}
