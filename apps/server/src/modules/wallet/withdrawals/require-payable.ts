import type { QueryExecutorProvider } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import { mayPayOutTo } from '../address-book/address-book.ts';
import { isDenied } from '../review/listed-addresses.ts';
import { readPolicy } from './policy.ts';
import type { Withdrawal } from './withdrawal.ts';

type Destination = Pick<Withdrawal, 'userId' | 'coin' | 'network' | 'address' | 'memo'>;

/**
 * Asked at the request and again at each step towards the payout: its owner may turn on saved addresses only in between, and staff may deny the address.
 *
 * @throws Problem address_denied, address_not_saved.
 */
export async function requirePayable(
  db: QueryExecutorProvider,
  destination: Destination,
  now: Date,
): Promise<void> {
  if (await isDenied(db, destination.address))
    throw new Problem('address_denied', { fields: { address: { code: 'address_denied' } } });
  if (!(await isPayable(db, destination, now))) throw new Problem('address_not_saved');
}

export async function isPayable(
  db: QueryExecutorProvider,
  { userId, coin, network, address, memo }: Destination,
  now: Date,
): Promise<boolean> {
  const { addressDelayHours: delayHours } = await readPolicy(db);
  return mayPayOutTo(db, { userId, coin, network, address, memo, delayHours, now });
}
