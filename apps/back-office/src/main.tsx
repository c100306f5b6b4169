import './main.css';
import { startI18n } from '@emporion/web/language/i18n.ts';
import { watchTheme } from '@emporion/web/ui/theme/theme.ts';
import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { App } from '#app/app.tsx';

// The page's policy forbids code made from strings, which is how zod would speed itself up.
z.config({ jitless: true });

async function start(root: HTMLElement): Promise<void> {
  watchTheme();
  await startI18n();
  createRoot(root).render(<App />);
}

const root = document.getElementById('root');
if (root !== null) void start(root);
