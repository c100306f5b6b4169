export type TourName = 'trade' | 'wallet';

const yearSeconds = 365 * 24 * 60 * 60;

function seenTours(): readonly string[] {
  return (/(?:^|; )tours=([a-z.]*)/.exec(document.cookie)?.[1] ?? '').split('.');
}

/** In this browser, as with the notice about cookies; what a user has seen elsewhere the account knows. */
export const isTourSeen = (name: TourName): boolean => seenTours().includes(name);

export function markTourSeen(name: TourName, page: Document = document): void {
  if (isTourSeen(name)) return;
  const tours = [...seenTours(), name].filter((each) => each !== '').join('.');
  page.cookie = `tours=${tours}; max-age=${yearSeconds}; path=/; SameSite=Lax`;
}

/** The tour that belongs to a page, relative to the base path. */
export function tourOf(pathname: string): TourName | undefined {
  if (/^\/trade\/[^/]+$/.test(pathname)) return 'trade';
  return /^\/wallet\/?$/.test(pathname) ? 'wallet' : undefined;
}
