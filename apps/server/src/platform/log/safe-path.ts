/** Longer than any word of our paths. Tokens in links are longer still. */
const segmentLengthMax = 24;
const pathLengthMax = 200;

/** The path of a request as it may be logged: without the query, and without segments that look like tokens. */
export function safePath(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  return path
    .slice(0, pathLengthMax)
    .split('/')
    .map((segment) => (segment.length > segmentLengthMax ? '…' : segment))
    .join('/');
}
