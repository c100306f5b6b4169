export interface PairParts {
  readonly base: string;
  readonly quote: string;
}

/** Reads a pair as addresses write it; null for anything else. */
export function splitPair(pair: string): PairParts | null {
  const [, base, quote] = /^([A-Z0-9]{2,12})-([A-Z0-9]{2,12})$/.exec(pair) ?? [];
  return base === undefined || quote === undefined ? null : { base, quote };
}
