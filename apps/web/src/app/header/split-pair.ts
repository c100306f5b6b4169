export interface PairParts {
  readonly base: string;
  readonly quote: string;
}

/** Reads a pair as addresses write it; null for anything else. */
export function splitPair(pair: string): PairParts | null {
  const [, base, quote] = /^([A-Z0-9]{2,10})-([A-Z0-9]{2,10})$/.exec(pair) ?? [];
  return base === undefined || quote === undefined ? null : { base, quote };
}

/** Whether the list of pairs is here and lacks this one. */
export function isUnknownPair(pair: string, listed: readonly { code: string }[] | undefined): boolean {
  return listed !== undefined && !listed.some(({ code }) => code === pair);
}
