import { useSyncExternalStore } from 'react';

export const themeChoices = ['light', 'dark', 'auto'] as const;
export type ThemeChoice = (typeof themeChoices)[number];
export type ThemeShown = 'light' | 'dark';

const cookieName = 'theme';
const cookieMaxAgeSeconds = 24 * 60 * 60;
const channelName = 'emporion-theme';

function isThemeChoice(value: string | undefined): value is ThemeChoice {
  return themeChoices.some((choice) => choice === value);
}

/** The stored choice; `auto` when there is none or when somebody wrote another word into the cookie. */
export function readTheme(cookies: string = document.cookie): ThemeChoice {
  for (const pair of cookies.split(';')) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === cookieName && isThemeChoice(value)) return value;
  }
  return 'auto';
}

function systemPrefersDark(): MediaQueryList | undefined {
  return typeof window.matchMedia === 'function'
    ? window.matchMedia('(prefers-color-scheme: dark)')
    : undefined;
}

/** What a choice looks like now on this system. */
export function themeShown(choice: ThemeChoice): ThemeShown {
  if (choice !== 'auto') return choice;
  return systemPrefersDark()?.matches === true ? 'dark' : 'light';
}

/** Puts the choice on `<html>`; the stylesheet does the rest. */
export function applyTheme(choice: ThemeChoice): void {
  document.documentElement.dataset.theme = choice;
}

const listeners = new Set<() => void>();
const choiceListeners = new Set<(choice: ThemeChoice) => void>();
let announcements: BroadcastChannel | undefined;

function notify(): void {
  for (const listener of listeners) listener();
}

// A cookie and not storage, because the server writes the theme into the page before first paint.
function writeCookie(page: Document, choice: ThemeChoice): void {
  page.cookie = `${cookieName}=${choice}; max-age=${cookieMaxAgeSeconds}; path=/; SameSite=Lax`;
}

/** Stores the choice for a day, applies it here and tells the other tabs. */
export function adoptTheme(choice: ThemeChoice): void {
  writeCookie(document, choice);
  applyTheme(choice);
  announcements?.postMessage(choice);
  notify();
}

/** The same for a choice that somebody has just made, which whoever keeps choices wants to hear of. */
export function setTheme(choice: ThemeChoice): void {
  adoptTheme(choice);
  for (const listener of [...choiceListeners]) listener(choice);
}

/** Tells of choices made in this tab. Returns the way to stop. */
export function onThemeChosen(listener: (choice: ThemeChoice) => void): () => void {
  choiceListeners.add(listener);
  return () => choiceListeners.delete(listener);
}

/** Follows the system's preference and the choice made in another tab. Returns the way to stop. */
export function watchTheme(): () => void {
  const system = systemPrefersDark();
  system?.addEventListener('change', notify);
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(channelName) : undefined;
  channel?.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (typeof event.data !== 'string' || !isThemeChoice(event.data)) return;
    applyTheme(event.data);
    notify();
  });
  announcements = channel;
  return () => {
    system?.removeEventListener('change', notify);
    channel?.close();
    if (announcements === channel) announcements = undefined;
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function appliedTheme(): ThemeChoice {
  const value = document.documentElement.dataset.theme;
  return isThemeChoice(value) ? value : 'auto';
}

export interface ThemeState {
  choice: ThemeChoice;
  shown: ThemeShown;
  setTheme(choice: ThemeChoice): void;
}

/** The choice, what it looks like now, and the way to change it. */
export function useTheme(): ThemeState {
  const choice = useSyncExternalStore(subscribe, appliedTheme);
  const shown = useSyncExternalStore(subscribe, () => themeShown(appliedTheme()));
  return { choice, shown, setTheme };
}
