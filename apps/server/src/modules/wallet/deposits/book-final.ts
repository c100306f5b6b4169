import { formatDecimal } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import { bookMovements } from '../bookings.ts';
import { type Deposit, listDeposits, referenceOf, seriesOf } from './deposit.ts';
import { type Credit, judgeDeposit, reasonsOfPeople, type Verdict } from './judge-deposit.ts';
import { noticeHeld } from './notices.ts';
import { finalHeight, type Settling } from './settling.ts';

const pageRows = 200;

interface Judgement {
  readonly deposit: Deposit;
  /** Undefined: it is not listed. */
  readonly coin: string | undefined;
  readonly verdict: Verdict;
}

/** Decides on every deposit that has become final: it gets its booking number, or waits with a reason. */
export async function bookFinal(settling: Settling): Promise<void> {
  await judgePages(settling, 'confirming', async (transaction, judgements) => {
    const ready = judgements.flatMap(({ deposit, verdict }) =>
      'credit' in verdict ? [{ deposit, credit: verdict.credit }] : [],
    );
    await bookCredits(transaction, settling, ready);
    await hold(transaction, settling, judgements);
  });
}

/** Looks again at what is held: whose reason is gone, goes the ordinary way. What only a person can decide on waits for one. */
export async function reviewHeld(settling: Settling): Promise<void> {
  await judgePages(settling, 'held', async (transaction, judgements) => {
    const open = judgements.filter(({ deposit }) => !reasonsOfPeople.includes(deposit.reason));
    const ready = open.flatMap(({ deposit, verdict }) => ('credit' in verdict ? [deposit.id] : []));
    if (ready.length > 0)
      await sql`
        update deposits set status = 'confirming', reason = null, updated_at = now()
        where id = any (${ready}::uuid[]) and status = 'held'
      `.execute(transaction);
    await hold(transaction, settling, open);
  });
}

/** Goes through the final deposits of a status page by page, each page in one transaction. */
async function judgePages(
  settling: Settling,
  status: 'confirming' | 'held',
  decide: (transaction: QueryExecutorProvider, judgements: readonly Judgement[]) => Promise<void>,
): Promise<void> {
  const { platform, network, networks, height } = settling;
  const contracts = networks.coins.flatMap((each) =>
    each.network === network.code ? [each.contract ?? ''] : [],
  );
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const page = await platform.database.kysely.transaction().execute(async (transaction) => {
      const deposits = await listDeposits(
        transaction,
        sql`
          network = ${network.code} and status = ${status} and block_height <= ${height} and id > ${after}
            -- Tokens that are still not listed, of which there may be very many, stay as they are.
            and (reason is distinct from 'unknown_token' or coalesce(contract, '') = any (${contracts}))
          order by id limit ${pageRows} for update
        `,
      );
      const final = deposits.filter(
        ({ blockHeight, coin }) => (blockHeight ?? height + 1) <= finalHeight(settling, coin),
      );
      if (final.length > 0) await decide(transaction, await judge(transaction, settling, final));
      return { deposits, final };
    });
    settling.onChanged(page.final.flatMap(({ userId }) => userId ?? []));
    after = page.deposits.at(-1)?.id ?? after;
    if (page.deposits.length < pageRows) return;
  }
}

async function judge(
  transaction: QueryExecutorProvider,
  { platform, network, networks }: Settling,
  deposits: readonly Deposit[],
): Promise<Judgement[]> {
  const inactive = await listInactive(transaction, deposits);
  const listed = await platform.view.read(({ coins }) => new Set(coins.keys()));
  return deposits.map((deposit) => {
    const coin = networks.coins.find(
      (each) => each.network === network.code && each.contract === deposit.contract && listed.has(each.coin),
    );
    const isAccountActive = deposit.userId === null || !inactive.has(deposit.userId);
    const verdict = judgeDeposit({ ...deposit, isAccountActive }, { network, coin });
    return { deposit, coin: coin?.coin, verdict };
  });
}

/** The owners whose account is switched off: frozen, suspended, banned or closed. */
async function listInactive(
  transaction: QueryExecutorProvider,
  deposits: readonly Deposit[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from users
    where id = any (${deposits.map(({ userId }) => userId)}::uuid[]) and (status <> 'active' or frozen_at is not null)
  `.execute(transaction);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Gives deposits their booking numbers, and with them what they credit. From here on they are credited once, whatever happens: an output has one number
 * for ever. To be called in a transaction that has their rows locked.
 */
export async function bookCredits(
  transaction: QueryExecutorProvider,
  { network, networks }: Pick<Settling, 'network' | 'networks'>,
  ready: readonly { readonly deposit: Deposit; readonly credit: Credit }[],
): Promise<void> {
  if (ready.length === 0) return;
  const references = ready.map(({ deposit }) => referenceOf(deposit));
  const numbers = await bookMovements(transaction, { series: seriesOf(network.code), references });
  const rows = ready.flatMap(({ deposit, credit: { amount, fee, remainder } }) => {
    const coin = networks.coins.find(
      (each) => each.network === network.code && each.contract === deposit.contract,
    );
    if (!coin) return [];
    const show = (units: bigint) => formatDecimal(units, coin.ledgerDecimals);
    return [
      { id: deposit.id, coin: coin.coin, amount: show(amount), fee: show(fee), remainder: String(remainder) },
    ];
  });
  await sql`
    update deposits set
      status = 'crediting', reason = null, updated_at = now(), coin = ready.coin, amount = ready.amount, fee = ready.fee,
      remainder = ready.remainder, booking = ready.booking
    from unnest(
      ${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ coin }) => coin)}::text[], ${rows.map(({ amount }) => amount)}::numeric[],
      ${rows.map(({ fee }) => fee)}::numeric[], ${rows.map(({ remainder }) => remainder)}::numeric[],
      ${references.map((reference) => numbers.get(reference))}::bigint[]
    ) as ready (id, coin, amount, fee, remainder, booking)
    where deposits.id = ready.id
  `.execute(transaction);
}

/** Holds those that are to be, where the reason is new. A token that was listed meanwhile gets its coin: from then on it is shown as one. */
async function hold(
  transaction: QueryExecutorProvider,
  settling: Settling,
  judgements: readonly Judgement[],
): Promise<void> {
  const held = judgements.flatMap(({ deposit, coin = null, verdict }) =>
    'hold' in verdict && verdict.hold !== deposit.reason
      ? [{ deposit: { ...deposit, coin: deposit.coin ?? coin }, reason: verdict.hold }]
      : [],
  );
  if (held.length === 0) return;
  // One statement, for a block may bring thousands that are not listed.
  await sql`
    update deposits set status = 'held', reason = held.reason, coin = held.coin, updated_at = now()
    from unnest(
      ${held.map(({ deposit }) => deposit.id)}::uuid[], ${held.map(({ reason }) => reason)}::text[],
      ${held.map(({ deposit }) => deposit.coin)}::text[]
    ) as held (id, reason, coin)
    where deposits.id = held.id
  `.execute(transaction);
  for (const each of held) await noticeHeld(transaction, settling, each);
}
