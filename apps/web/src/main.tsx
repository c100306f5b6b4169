import '#ui/theme/theme.css';
import '#app/shell.css';
import '#features/chart/chart.css';
import '#pages/trade/layout/arranging.css';
import '#pages/trade/desk.css';
import '#pages/trade/phone-desk.css';
import '#features/own-orders/orders.css';
import '#features/market-data/pair/pair.css';
import '#pages/trade/trade.css';
import { createRoot } from 'react-dom/client';
import { App } from '#app/app.tsx';
import { startI18n } from '#language/i18n.ts';
import { startAppearance } from '#preferences/appearance.ts';
import { watchTheme } from '#ui/theme/theme.ts';

/** Draws the application once its first texts are here. */
export async function start(root: HTMLElement): Promise<void> {
  watchTheme();
  await startI18n();
  startAppearance();
  createRoot(root).render(<App />);
}
