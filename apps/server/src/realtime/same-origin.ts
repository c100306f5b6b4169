/**
 * A page of another site must not open our sockets in a visitor's name. Programs send no Origin and are let in: they
 * carry nobody's cookies, and a token is asked for all the same.
 */
export function isSameOrigin(
  origin: string | undefined,
  { host, publicUrl }: { host: string | undefined; publicUrl: string },
): boolean {
  if (origin === undefined) return true;
  // The whole text is compared, because a parsed one hides what a browser never sends, such as a user name.
  const ours = [new URL(publicUrl).origin, ...(host ? [`http://${host}`, `https://${host}`] : [])];
  return ours.includes(origin);
}
