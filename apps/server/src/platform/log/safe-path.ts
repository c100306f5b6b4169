/** Longer than any word of our paths. Tokens in links are longer still. */
const segmentLengthMax = 24;

/** So deep our paths are words of ours; below it they may be names, numbers and codes from a mail. */
const depthMax = 3;
/** In the web application the first word names the page, and what follows belongs to whoever opened it. */
const pageDepthMax = 2;

/** The path of a request as it may be logged: without the query, and without what may be somebody's secret. */
export function safePath(url: string): string {
  const path = url.slice(0, 500).split(/[?#]/, 1)[0] ?? '';
  const [first = '', ...segments] = path.split('/');
  const depth = segments[0] === 'account' ? pageDepthMax : depthMax;
  const kept = segments.slice(0, depth);
  const shown = [first, ...kept].map((segment) => (segment.length > segmentLengthMax ? '…' : segment));
  return [...shown, ...(segments.slice(depth).some((segment) => segment !== '') ? ['…'] : [])].join('/');
}

/** The pattern says which route it was; only where it is open-ended, the beginning of the path says more. */
export function pathToLog(url: string, route: string | undefined): string {
  return route === undefined || route.endsWith('*') ? safePath(url) : route;
}
