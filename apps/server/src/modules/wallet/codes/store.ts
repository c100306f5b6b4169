import { invariant } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Cursor } from '../cursor.ts';

export type CodeStatus =
  | 'locking'
  | 'refused'
  | 'open'
  | 'redeeming'
  | 'redeemed'
  | 'cancelling'
  | 'cancelled'
  | 'expired';

/** Money that whoever knows the code may take. */
export interface MoneyCode {
  readonly id: string;
  readonly maker: string;
  readonly clientId: string;
  readonly hint: string;
  /** The hash of the confirmation that it was made with. */
  readonly confirmedWith: Buffer | null;
  readonly coin: string;
  readonly amount: string;
  readonly status: CodeStatus;
  readonly reason: string | null;
  readonly redeemer: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
}

const columns = sql`
  id, maker, client_id as "clientId", hint, confirmed_with as "confirmedWith", coin, trim_scale(amount)::text as amount, status, reason, redeemer,
  created_at as "createdAt", expires_at as "expiresAt", ended_at as "endedAt"
`;

export interface NewCode extends Pick<MoneyCode, 'id' | 'maker' | 'clientId' | 'hint' | 'coin' | 'amount'> {
  readonly hash: Buffer;
  readonly confirmedWith: Buffer;
  /** In USDT. */
  readonly value: string;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** For whoever has looked, with the maker's account locked, that there is none under this client id. */
export async function insertCode(db: QueryExecutorProvider, code: NewCode): Promise<MoneyCode> {
  const { id, maker, clientId, hint, coin, amount, value, hash, confirmedWith, now, expiresAt } = code;
  const { rows } = await sql<MoneyCode>`
    insert into money_codes
      (id, maker, client_id, code_hash, confirmed_with, hint, coin, amount, value, created_at, expires_at)
    values (
      ${id}, ${maker}, ${clientId}, ${hash}, ${confirmedWith}, ${hint}, ${coin}, ${amount}::numeric, ${value}::numeric,
      ${now}, ${expiresAt}
    )
    returning ${columns}
  `.execute(db);
  const [row] = rows;
  invariant(row, 'A code that was written is not there.');
  return row;
}

export async function findCodeByClientId(
  db: QueryExecutorProvider,
  { maker, clientId }: { maker: string; clientId: string },
): Promise<MoneyCode | undefined> {
  const { rows } = await sql<MoneyCode>`
    select ${columns} from money_codes
    where maker = ${maker} and client_id = ${clientId} and status <> 'refused'
  `.execute(db);
  return rows[0];
}

export async function findCode(db: QueryExecutorProvider, id: string): Promise<MoneyCode | undefined> {
  const { rows } = await sql<MoneyCode>`select ${columns} from money_codes where id = ${id}`.execute(db);
  return rows[0];
}

/** The code that somebody may redeem now, theirs from here on: whoever else comes finds it gone. None while its maker's payouts are frozen, or go to saved addresses only. */
export async function claimCode(
  db: QueryExecutorProvider,
  { hash, redeemer, now }: { hash: Buffer; redeemer: string; now: Date },
): Promise<MoneyCode | undefined> {
  const { rows } = await sql<MoneyCode>`
    update money_codes set status = 'redeeming', redeemer = ${redeemer}
    where code_hash = ${hash} and status = 'open' and expires_at > ${now}
      and not exists (select from users where users.id = maker and greatest(payouts_frozen_until, staff_freeze_until) > ${now})
      and not exists (
        select from saved_addresses_only where user_id = maker and (ends_at is null or ends_at > ${now})
      )
    returning ${columns}
  `.execute(db);
  return rows[0];
}

/** The step of a code from one state to another; undefined when it does not stand there any more. */
export async function changeCode(
  db: QueryExecutorProvider,
  {
    id,
    from,
    to,
    reason = null,
    now,
  }: {
    id: string;
    from: CodeStatus;
    to: CodeStatus;
    reason?: string | null;
    now: Date;
  },
): Promise<MoneyCode | undefined> {
  const isOver = ['redeemed', 'cancelled', 'expired', 'refused'].includes(to);
  const { rows } = await sql<MoneyCode>`
    update money_codes set status = ${to}, reason = ${reason}, ended_at = ${isOver ? now : null},
      redeemer = case when ${to} = 'open' then null else redeemer end
    where id = ${id} and status = ${from} returning ${columns}
  `.execute(db);
  return rows[0];
}

/** Those of which the exchange may not have been told. */
export async function listCodesOnTheirWay(db: QueryExecutorProvider): Promise<MoneyCode[]> {
  const { rows } = await sql<MoneyCode>`
    select ${columns} from money_codes where status in ('locking', 'redeeming', 'cancelling')
    order by created_at limit 1000
  `.execute(db);
  return rows;
}

/** Those that a user made and that somebody could redeem. */
export async function listOpenCodesOf(db: QueryExecutorProvider, maker: string): Promise<MoneyCode[]> {
  const { rows } = await sql<MoneyCode>`
    select ${columns} from money_codes where maker = ${maker} and status in ('locking', 'open')
  `.execute(db);
  return rows;
}

/** Lets the open ones go whose time is over; their money is to be given back. */
export async function expireCodes(db: QueryExecutorProvider, now: Date): Promise<MoneyCode[]> {
  const { rows } = await sql<MoneyCode>`
    update money_codes set status = 'cancelling', reason = 'expired'
    where id in (select id from money_codes where status = 'open' and expires_at <= ${now} limit 1000)
    returning ${columns}
  `.execute(db);
  return rows;
}

export interface CodesAsked {
  readonly userId: string;
  readonly status: string | undefined;
  readonly limit: number;
  readonly offset: number;
  readonly after: Cursor | undefined;
}

/** Those that a user made or redeemed, newest first. */
export async function listCodes(db: QueryExecutorProvider, asked: CodesAsked): Promise<MoneyCode[]> {
  const { userId, status = null, limit, offset, after } = asked;
  const { rows } = await sql<MoneyCode>`
    select ${columns} from money_codes
    where (maker = ${userId} or (redeemer = ${userId} and status = 'redeemed')) and status not in ('refused', 'locking')
      and (${status}::text is null or status = any (case ${status}
        when 'active' then array['open', 'redeeming', 'cancelling'] else array[${status}] end))
      and (${after?.at ?? null}::timestamptz is null
        or (created_at, id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by created_at desc, id desc limit ${limit} offset ${offset}
  `.execute(db);
  return rows;
}

/** The code that somebody redeemed before, for whoever sends it again. */
export async function findByHash(db: QueryExecutorProvider, hash: Buffer): Promise<MoneyCode | undefined> {
  const { rows } = await sql<MoneyCode>`select ${columns} from money_codes where code_hash = ${hash}`.execute(
    db,
  );
  return rows[0];
}
