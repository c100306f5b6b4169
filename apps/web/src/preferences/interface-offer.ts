import { tabStorage } from '#api/browser-storage.ts';

const key = 'interface_offer';

/** Keeps what the login answered until the page that asks is shown. A later login in this tab overwrites it. */
export function rememberInterfaceOffer(isDue: boolean): void {
  if (isDue) tabStorage.setItem(key, 'due');
  else tabStorage.removeItem(key);
}

export function isInterfaceOffered(): boolean {
  return tabStorage.getItem(key) === 'due';
}
