import type { ChainTransfer } from '@emporion/chains';
import { type QueryExecutorProvider, sql } from 'kysely';
import { listOwners } from '../addresses/deposit-addresses.ts';
import type { AddressTable } from './address-table.ts';

/** A transfer to one of our addresses. */
export interface OwnTransfer {
  readonly transfer: ChainTransfer;
  /** Null: the house's own address, or a memo of nobody. */
  readonly userId: string | null;
}

interface Matching {
  readonly network: string;
  /** The account of keys whose addresses are watched. */
  readonly account: number;
  readonly table: Pick<AddressTable, 'mayHave'>;
  readonly coldAddress: string | null;
  /** Whether a transaction spends whole outputs, and gives back to the hot address what it does not pay. */
  readonly hasChange: boolean;
}

/**
 * The transfers that are deposits: to an address of ours, and not from ourselves to ourselves. What comes to the cold address is nobody's: if it were not
 * written down, anybody could bring the books out of balance with the smallest unit.
 */
export async function matchTransfers(
  db: QueryExecutorProvider,
  { network, account, table, coldAddress, hasChange }: Matching,
  transfers: readonly ChainTransfer[],
): Promise<OwnTransfer[]> {
  const probable = transfers
    // A transfer of nothing moves nothing, whatever a contract logs.
    .filter(({ to, amount }) => amount > 0n && (to === coldAddress || table.mayHave(to)))
    .map((transfer) => ({ ...transfer, memo: storable(transfer.memo) }));
  if (probable.length === 0) return [];
  const paid = probable.map(({ to, memo }) => ({ address: to, memo: memo ?? null }));
  const owners = new Map<string, string | null>();
  for (const { address, memo, userId } of await listOwners(db, { account, paid }))
    owners.set(keyOf(address, memo), userId);
  const sends = await readSends(db, network, probable);
  return probable.flatMap((transfer) => {
    const { to, memo = null } = transfer;
    const isCold = to === coldAddress;
    const plain = isCold ? null : owners.get(keyOf(to, null));
    const userId = owners.get(keyOf(to, memo)) ?? plain;
    if (userId === undefined) return [];
    const kind = sends.get(transfer.transactionId);
    // What a payout gives the house is its change. Where there is none, a contract that was paid sent it, and nobody knows of it.
    const isDeposit = kind === undefined || (kind === 'payout' && (userId !== null || isCold || !hasChange));
    // Whatever else we send to ourselves is moved, not deposited.
    return isDeposit ? [{ transfer, userId }] : [];
  });
}

/** The database holds no zero bytes. A memo that has one is not one that this exchange gave out. */
function storable(memo: string | undefined): string | undefined {
  return memo?.replaceAll('\0', '\ufffd');
}

function keyOf(address: string, memo: string | null): string {
  return `${address} ${memo ?? ''}`;
}

/** Which of the transactions are our own, and what for. */
async function readSends(
  db: QueryExecutorProvider,
  network: string,
  transfers: readonly ChainTransfer[],
): Promise<Map<string, string>> {
  const ids = [...new Set(transfers.map(({ transactionId }) => transactionId))];
  const { rows } = await sql<{ id: string; kind: string }>`
    select transaction_id as id, kind from chain_sends where network = ${network} and transaction_id = any (${ids})
  `.execute(db);
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}
