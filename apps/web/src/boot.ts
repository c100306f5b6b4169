import { loadCatalogue } from '@emporion/i18n';
import { closeEarly } from '#app/footer/notice-cookie.ts';
import { nextTask } from '#app/next-task.ts';
import { PageTimeoutError, reloadDelayMs, withinTime } from '#app/page-time-limit.ts';
import { mayReload } from '#app/reload-count.ts';
import { basePath } from '#app/routing/base-path.ts';
import { firstAreas } from '#language/first-areas.ts';
import { startingLanguage } from '#language/language-choice.ts';
import { timeoutTexts } from '#language/timeout-texts.ts';

function showTimeout(root: HTMLElement): void {
  const language = startingLanguage();
  const { message, stopped, reload } = timeoutTexts[language];
  const reloads = mayReload();
  const screen = document.createElement('p');
  screen.setAttribute('role', 'alert');
  screen.className = 'px-4 py-16 text-center text-md';
  screen.textContent = reloads ? message : stopped;
  root.replaceChildren(screen);
  document.documentElement.lang = language;
  if (reloads) {
    setTimeout(() => window.location.reload(), reloadDelayMs);
    return;
  }
  const again = document.createElement('button');
  again.className = 'mx-auto block px-4 py-2 underline';
  again.textContent = reload;
  again.addEventListener('click', () => window.location.reload());
  root.append(again);
}

/** Begins to fetch what the application will ask for in a moment, beside it instead of after it. */
function fetchAhead(): void {
  const language = startingLanguage();
  const path = window.location.pathname.slice(basePath.length);
  const isLogin = /^\/login\/?$/.test(path);
  for (const area of isLogin ? [...firstAreas, 'auth' as const] : firstAreas) {
    void loadCatalogue(language, area).catch(() => {});
  }
  // The page that most people see first is not left to wait for the application to ask for it.
  if (isLogin) void import('#features/auth/login/login-page.tsx').catch(() => {});
}

/** Fetches the application, and says so when it does not come: this file is small and arrives first. */
async function boot(root: HTMLElement): Promise<void> {
  try {
    // Its largest part is read in a task of its own.
    await withinTime(import('react-dom/client'));
    await nextTask();
    const { start } = await withinTime(import('./main.tsx'));
    await withinTime(start(root));
  } catch (error) {
    if (!(error instanceof PageTimeoutError) && navigator.onLine) reportError(error);
    showTimeout(root);
  }
}

// The page's policy forbids code made from strings, which is how zod would speed itself up. The setting is laid down where
// zod looks for it when it arrives: to call it by its function would bring a fifth of the library into this file.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById('root');
if (root !== null) {
  closeEarly(root);
  void boot(root);
  fetchAhead();
}
