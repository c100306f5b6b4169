import '#ui/theme/theme.css';
import '#app/shell.css';
import { createRoot } from 'react-dom/client';
import { App } from '#app/app.tsx';
import { startI18n } from '#language/i18n.ts';
import { watchTheme } from '#ui/theme/theme.ts';

/** Draws the application once its first texts are here. */
export async function start(root: HTMLElement): Promise<void> {
  watchTheme();
  await startI18n();
  createRoot(root).render(<App />);
}
