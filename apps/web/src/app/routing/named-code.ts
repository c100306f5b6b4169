interface Visit {
  /** Relative to the base path. */
  readonly pathname: string;
  readonly search: string;
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** How the parameters look that name a pair or a coin. Each is the last part of its path. */
const forms: readonly (readonly [string, RegExp])[] = [
  ['pairprop', /^[a-z0-9]{2,10}-[a-z0-9]{2,10}$/i],
  ['walletitem', /^[a-z0-9]{2,10}$/i],
];

/**
 * Where a visit is sent whose pair or coin is not written as it should be: lower case goes to upper case, and what
 * cannot be a code goes to `notFound`. Null when it may go on. Whether the code exists only the server knows.
 */
export function correctedPath({ pathname, search, params }: Visit, notFound: string): string | null {
  for (const [name, form] of forms) {
    const code = params[name];
    if (code === undefined) continue;
    if (!form.test(code)) return notFound;
    const upper = code.toUpperCase();
    if (upper !== code) return `${pathname.replace(/[^/]+\/?$/, upper)}${search}`;
  }
  return null;
}
