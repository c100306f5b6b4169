/** Fee rates are whole units for 1,000 virtual bytes, as Core counts. */
export interface BitcoinFeePolicy {
  /** In how many blocks a transaction should be mined. */
  readonly blocks: number;
  /** For a node that has seen too little to tell, as on a quiet chain. */
  readonly fallback: bigint;
  /** Nothing is ever offered above it: a transaction then waits, and somebody must look. */
  readonly ceiling: bigint;
}

export function feeRateFrom(
  { estimate, least }: { readonly estimate: bigint | undefined; readonly least: bigint },
  { fallback, ceiling }: BitcoinFeePolicy,
): bigint {
  const wanted = estimate ?? fallback;
  const enough = wanted > least ? wanted : least;
  return enough < ceiling ? enough : ceiling;
}
