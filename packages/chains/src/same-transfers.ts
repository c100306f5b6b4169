import type { ChainTransfer } from '#port.ts';

/** Whether two nodes tell the same transfers, in the same order. */
export function areSameTransfers(some: readonly ChainTransfer[], others: readonly ChainTransfer[]): boolean {
  return (
    some.length === others.length &&
    some.every((each, at) => {
      const other = others[at];
      return (
        each.transactionId === other?.transactionId &&
        each.index === other.index &&
        each.to === other.to &&
        each.contract === other.contract &&
        each.amount === other.amount
      );
    })
  );
}
