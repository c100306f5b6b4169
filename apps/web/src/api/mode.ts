/** The server writes its mode on the page. In demo mode the coins are worth nothing and a few tools are shown. */
export function isDemo(): boolean {
  return document.documentElement.dataset.mode === 'demo';
}

export function showsKit(): boolean {
  return isDemo() || import.meta.env.DEV;
}
