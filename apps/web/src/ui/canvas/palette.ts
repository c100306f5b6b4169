import { useSyncExternalStore } from 'react';

const roles = [
  'surface',
  'raised',
  'border',
  'text',
  'muted',
  'accent',
  'buy',
  'sell',
  'warn',
  'swift',
  'slow',
  'slowest',
] as const;

/** The colour roles as a canvas needs them; the last three are of lines that lie among rising and falling candles. */
export type Palette = Readonly<Record<(typeof roles)[number], string>>;

/** A style sheet is written as short as it can be, and an opacity is put behind six digits. */
function inFull(colour: string): string {
  return /^#[0-9a-f]{3}$/i.test(colour) ? colour.replace(/[0-9a-f]/gi, '$&$&') : colour;
}

function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(
    roles.map((role) => [role, inFull(style.getPropertyValue(`--${role}`).trim()) || '#808080']),
  ) as Palette;
}

let palette: Palette | null = null;
const listeners = new Set<() => void>();
let stopWatching: (() => void) | null = null;

function changed(): void {
  palette = readPalette();
  for (const listener of [...listeners]) listener();
}

/** The theme and the colour set stand on `<html>`; what the system prefers counts where nobody chose. */
function watch(): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-colours'] });
  const system = window.matchMedia?.('(prefers-color-scheme: dark)');
  system?.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    system?.removeEventListener('change', changed);
  };
}

function subscribe(listener: () => void): () => void {
  stopWatching ??= watch();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stopWatching?.();
    stopWatching = null;
    palette = null;
  };
}

function currentPalette(): Palette {
  palette ??= readPalette();
  return palette;
}

/** Reads the colours before anything is drawn: asked for in the middle of a drawing, the browser would compute the styles of all of it at once. */
export function readPaletteAhead(): void {
  stopWatching ??= watch();
  currentPalette();
}

/** The colours that are shown now; a canvas is painted anew when they change. */
export function usePalette(): Palette {
  return useSyncExternalStore(subscribe, currentPalette);
}

/** A six-digit colour with an opacity. */
export function withOpacity(colour: string, opacity: number): string {
  const alpha = Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0');
  return `${colour}${alpha}`;
}
