const sensitive =
  /^(authorization|proxyauthorization|cookie|setcookie|secret|code|seed|mnemonic|otp|pin|signature|apikey|access|refresh)$|password|token|secret|privatekey|backupcode/;

/** Deeper than anything we log on purpose; below it, nothing is looked at and so nothing may be shown. */
const depthMax = 6;

export const censored = '[redacted]';

/**
 * Copies what is about to be logged with every sensitive value replaced, at any depth. It looks at names and not at
 * fixed paths, because a secret leaks through the object that nobody thought of when the list of paths was written.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) {
    return depth >= depthMax ? '[deep]' : value.map((item) => redact(item, depth + 1));
  }
  if (!isPlainObject(value)) return value;
  if (depth >= depthMax) return '[deep]';
  return redactEntries(value, depth);
}

export function redactEntries(object: Record<string, unknown>, depth = 0): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object).map(([name, item]) => [
      name,
      isSensitive(name) && item !== undefined ? censored : redact(item, depth + 1),
    ]),
  );
}

function isSensitive(name: string): boolean {
  return sensitive.test(name.toLowerCase().replace(/[^a-z]/g, ''));
}

/** Errors, requests and other instances are left to their serializers, which pick what may be shown. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
