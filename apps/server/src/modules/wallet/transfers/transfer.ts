import { invariant, parseDecimal } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { bookMovement, isInLedger } from '../bookings.ts';
import { tellSender } from './sent-mail.ts';
import { tellRecipient } from './tell-recipient.ts';

export interface TransferRow {
  readonly id: string;
  readonly fromUser: string;
  readonly toUser: string;
  readonly clientId: string;
  readonly coin: string;
  readonly amount: string;
  readonly status: 'transferring' | 'completed' | 'refused';
  readonly reason: string | null;
  readonly createdAt: Date;
}

const columns = sql`
  id, from_user as "fromUser", to_user as "toUser", client_id as "clientId", coin, trim_scale(amount)::text as amount,
  status, reason, created_at as "createdAt"
`;

export interface NewTransfer
  extends Pick<TransferRow, 'fromUser' | 'toUser' | 'clientId' | 'coin' | 'amount'> {
  /** In USDT. */
  readonly value: string;
  readonly now: Date;
}

/** For whoever has looked, with the sender's account locked, that there is none under this id. */
export async function insertTransfer(
  db: QueryExecutorProvider,
  { fromUser, toUser, clientId, coin, amount, value, now }: NewTransfer,
): Promise<TransferRow> {
  const { rows } = await sql<TransferRow>`
    insert into transfers (from_user, to_user, client_id, coin, amount, value, created_at)
    values (${fromUser}, ${toUser}, ${clientId}, ${coin}, ${amount}::numeric, ${value}::numeric, ${now})
    returning ${columns}
  `.execute(db);
  const [row] = rows;
  invariant(row, 'A transfer that was written is not there.');
  return row;
}

export async function findTransfer(
  db: QueryExecutorProvider,
  { fromUser, clientId }: { fromUser: string; clientId: string },
): Promise<TransferRow | undefined> {
  const { rows } = await sql<TransferRow>`
    select ${columns} from transfers
    where from_user = ${fromUser} and client_id = ${clientId} and status <> 'refused'
  `.execute(db);
  return rows[0];
}

/** Those of which the exchange may not have been told. */
export async function listOnTheirWay(db: QueryExecutorProvider): Promise<TransferRow[]> {
  const { rows } = await sql<TransferRow>`
    select ${columns} from transfers where status = 'transferring' order by created_at limit 1000
  `.execute(db);
  return rows;
}

/** Has the exchange move the money, once, however often it is called, and tells both. @returns as it stands then. */
export async function bookTransfer(platform: Platform, transfer: TransferRow): Promise<TransferRow> {
  if (transfer.status !== 'transferring') return transfer;
  const { kysely } = platform.database;
  const { id, fromUser: from, toUser: to, coin } = transfer;
  const reference = `transfer:${id}`;
  const booking = await kysely
    .transaction()
    .execute((transaction) => bookMovement(transaction, { series: 'transfer', reference }));
  const decimals = await platform.view.read(({ coins }) => coins.get(coin) ?? 0);
  const amount = parseDecimal(transfer.amount, decimals);
  if (!amount.ok) throw new Error(`The exchange has no such amount: ${transfer.amount} ${coin}.`);
  const words = { booking, reference, actor: `user:${from}` };
  const result = await platform.runtime.execute({
    ...{ kind: 'Transfer', from, to, coin, amount: amount.value, fee: 0n },
    ...words,
  });
  const isForgotten = result.status === 'rejected' && result.rejection.code === 'duplicate_transaction';
  const isDone = isForgotten
    ? await isInLedger(platform, { account: from, kind: 'transfer', reference, batch: result.batch })
    : result.status === 'accepted';
  const ended = await kysely.transaction().execute(async (transaction) => {
    const { rows } = await sql<TransferRow>`
      update transfers set status = ${isDone ? 'completed' : 'refused'}, reason = ${isDone || result.status === 'accepted' ? null : result.rejection.code}
      where id = ${id} and status = 'transferring' returning ${columns}
    `.execute(transaction);
    const [row] = rows;
    if (row && isDone) {
      const sent = { kind: 'transfer', coin, amount: row.amount, sender: from } as const;
      await tellSender(transaction, platform, { ...sent, to });
      await tellRecipient(transaction, platform, { ...sent, recipient: to, key: `transfer:${id}:received` });
    }
    return row;
  });
  return ended ?? { ...transfer, status: isDone ? 'completed' : 'refused' };
}

/** What the sender is told of one that the exchange refused. */
export function transferRefusal({ reason }: TransferRow): Problem {
  if (reason === 'withdrawal_disabled') return new Problem('withdrawal_disabled');
  if (reason === 'account_not_found') return new Problem('account_not_found');
  return new Problem('insufficient_funds');
}
