import '#ui/theme/theme.css';
import '#app/shell.css';
import '#features/trade/chart/chart.css';
import '#features/trade/desk/layout/arranging.css';
import '#features/trade/desk/desk.css';
import '#features/trade/desk/phone-desk.css';
import '#features/trade/orders/orders.css';
import '#features/trade/pair/pair.css';
import '#features/trade/trade.css';
import { createRoot } from 'react-dom/client';
import { App } from '#app/app.tsx';
import { startI18n } from '#language/i18n.ts';
import { startLooks } from '#preferences/looks.ts';
import { watchTheme } from '#ui/theme/theme.ts';

/** Draws the application once its first texts are here. */
export async function start(root: HTMLElement): Promise<void> {
  watchTheme();
  await startI18n();
  startLooks();
  createRoot(root).render(<App />);
}
