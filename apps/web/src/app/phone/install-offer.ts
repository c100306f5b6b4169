import { useSyncExternalStore } from 'react';

/** What some browsers hand over so that a page can offer to install it. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

let offered: InstallPrompt | null = null;
const listeners = new Set<() => void>();

function set(next: InstallPrompt | null): void {
  offered = next;
  for (const listener of listeners) listener();
}

/** The browser says it once and early, long before anybody opens the menu. */
export function watchInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => set(event as InstallPrompt));
  window.addEventListener('appinstalled', () => set(null));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks the browser to install the application; null where it does not offer to, or has. */
export function useInstall(): (() => void) | null {
  const prompt = useSyncExternalStore(subscribe, () => offered);
  if (prompt === null) return null;
  return () => {
    // It can be asked once.
    set(null);
    void prompt.prompt();
  };
}
