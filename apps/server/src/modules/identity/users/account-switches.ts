import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

/** What the exchange is to know of an account, as its row says. */
export interface AccountSwitches {
  readonly frozenByOwner: boolean;
  readonly tradingEnabled: boolean;
  readonly withdrawalEnabled: boolean;
  /** Whether its status leaves it no open order: it is suspended, banned or not verified. */
  readonly isStopped: boolean;
}

/** Each switch has a master of its own in the row; the exchange has what they come to together. */
const switches = sql`
  frozen_at is not null as "frozenByOwner",
  trading_enabled and status in ('active', 'closed') as "tradingEnabled",
  withdrawal_enabled and status in ('active', 'closed') as "withdrawalEnabled",
  status not in ('active', 'closed') as "isStopped"
`;

export const allOn: AccountSwitches = {
  ...{ frozenByOwner: false, tradingEnabled: true, withdrawalEnabled: true, isStopped: false },
};

/** Of an account that nobody has, everything is on. */
export async function readSwitches(db: QueryExecutorProvider, userId: string): Promise<AccountSwitches> {
  const [row] = await select(db, sql`id = ${userId}`);
  return row ?? allOn;
}

/** Every account of which something is off. */
export function listHeld(db: QueryExecutorProvider): Promise<(AccountSwitches & { readonly id: string })[]> {
  return select(
    db,
    sql`not trading_enabled or not withdrawal_enabled or frozen_at is not null or status in ('inactive', 'suspended', 'banned')`,
  );
}

async function select(db: QueryExecutorProvider, condition: RawBuilder<unknown>) {
  const { rows } = await sql<AccountSwitches & { id: string }>`
    select id, ${switches} from users where ${condition}
  `.execute(db);
  return rows;
}
