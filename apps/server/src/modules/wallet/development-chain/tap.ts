import { type DevelopmentPayment, developmentPaymentsMax, signDevelopment } from '@emporion/chains';
import { invariant } from '@emporion/kernel';
import type { QueryExecutorProvider } from 'kysely';
import { acceptTransaction, developmentFeeMin, nextNonce } from './accept.ts';
import type { DevelopmentRow } from './development-row.ts';

/**
 * Pays from the tap, whose coins are made of nothing, in as few transactions as that takes; answers with the transaction of each payment. Under the lock of
 * the chain's row.
 */
export async function payFromTap(
  db: QueryExecutorProvider,
  chain: DevelopmentRow,
  payments: readonly DevelopmentPayment[],
): Promise<string[]> {
  const ids: string[] = [];
  let nonce = await nextNonce(db, chain, chain.tapAddress);
  for (let from = 0; from < payments.length; from += developmentPaymentsMax) {
    const some = payments.slice(from, from + developmentPaymentsMax);
    const { id, raw } = signDevelopment(
      { nonce, payments: some, fee: developmentFeeMin },
      { network: chain, secretKey: chain.tapKey },
    );
    const { outcome } = await acceptTransaction(db, chain, raw);
    invariant(outcome === 'accepted', 'The development chain refused its own tap.');
    for (const _ of some) ids.push(id);
    nonce += 1;
  }
  return ids;
}
