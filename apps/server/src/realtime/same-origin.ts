/**
 * A page of another site must not open our sockets in a visitor's name. Programs send no Origin and are let in: they
 * carry nobody's cookies, and a token is asked for all the same.
 */
export function isSameOrigin(
  origin: string | undefined,
  { host, publicUrl }: { host: string | undefined; publicUrl: string },
): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const given = new URL(origin);
  if (given.protocol !== 'http:' && given.protocol !== 'https:') return false;
  return given.host === host || given.origin === new URL(publicUrl).origin;
}
