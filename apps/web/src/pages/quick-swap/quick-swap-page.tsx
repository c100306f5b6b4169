import { lazy } from 'react';
import { SwapPage } from '#features/swap/swap-page.tsx';
import { loadTexts } from '#language/i18n.ts';

/** Fetched when somebody opens its tab, with its texts. */
const CardPanel = lazy(async () => {
  const [{ CardPanel: Panel }] = await Promise.all([
    import('#features/card/card-panel.tsx'),
    loadTexts('card'),
  ]);
  return { default: Panel };
});

/** Swaps, recurring ones, and buying and selling with a card. */
export function QuickSwapPage() {
  return <SwapPage card={(coins) => <CardPanel coins={coins} />} />;
}
