/** The specification's threshold: a token this close to its end is refreshed before it is used. */
export const refreshThresholdMs = 3_000;

function decodeBase64Url(text: string): string {
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/');
  return atob(base64);
}

/** The moment a JSON Web Token ends, or null when it cannot be read. The signature is the server's concern. */
export function readExpiryMs(token: string): number | null {
  const payload = token.split('.')[1];
  if (payload === undefined) return null;
  try {
    const claims: unknown = JSON.parse(decodeBase64Url(payload));
    if (typeof claims !== 'object' || claims === null || !('exp' in claims)) return null;
    return typeof claims.exp === 'number' && Number.isFinite(claims.exp) ? claims.exp * 1_000 : null;
  } catch {
    return null;
  }
}

/** True when the token ends within the threshold or cannot be read. */
export function needsRefresh(token: string, nowMs: number): boolean {
  const expiryMs = readExpiryMs(token);
  return expiryMs === null || expiryMs - nowMs <= refreshThresholdMs;
}
