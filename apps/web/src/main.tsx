import '#ui/theme/theme.css';
import '#app/shell.css';
import '#app/phone/bottom-navigation.css';
import '#app/tour/tour.css';
import '#features/chart/chart.css';
import '#pages/trade/layout/arranging.css';
import '#pages/trade/desk.css';
import '#pages/trade/phone-desk.css';
import '#features/own-orders/orders.css';
import '#features/market-data/pair/pair.css';
import '#pages/trade/trade.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createApp } from '#app/app.tsx';
import { nextTask } from '#app/next-task.ts';
import { startI18n } from '#language/i18n.ts';
import { startAppearance } from '#preferences/appearance.ts';
import { watchTheme } from '#ui/theme/theme.ts';

/** Draws the application once its first texts and its first page are here. Until then the page shows what the server wrote. */
export async function start(root: HTMLElement): Promise<void> {
  watchTheme();
  // Each in a task of its own: together they would hold up a phone.
  await nextTask();
  const firstTexts = startI18n();
  await nextTask();
  const { app, firstPage } = createApp();
  await firstTexts;
  startAppearance();
  void firstPage.then(() => {
    // A transition gives way to input and painting every few milliseconds.
    startTransition(() => createRoot(root).render(app));
  });
}
