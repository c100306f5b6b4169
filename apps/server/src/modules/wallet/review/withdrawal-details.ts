import type { ReviewedWithdrawal, WithdrawalReview } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { lastActionOn } from '#modules/audit/index.ts';
import { atOneMoment } from '#platform/database/at-one-moment.ts';
import type { Caller } from '#platform/http/caller.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { bankNetwork } from '../withdrawals/bank-details.ts';
import { countRecent, readDay, readPolicy, unitsOf } from '../withdrawals/policy.ts';
import { verdictOn } from './listed-addresses.ts';
import { reviewWithdrawal } from './withdrawal-rows.ts';

/** An account counts as new for so long. */
const newAccountDays = 7;
const velocityHours = [1, 24, 168, 720] as const;

interface Facts {
  readonly status: string;
  readonly holdReason: string | null;
  readonly accountStatus: string;
  readonly registeredAt: Date;
  readonly frozenUntil: Date | null;
  readonly staffFroze: boolean;
  readonly frozenByOwner: boolean;
  readonly withdrawalEnabled: boolean;
  readonly flagged: boolean;
  readonly labels: readonly string[];
  readonly notes: number;
  readonly fromAddress: string;
  readonly fromDevice: string;
  readonly fromNewDevice: boolean;
  readonly createdAt: Date;
  readonly recipient: string | null;
  readonly isAsked: boolean;
  /** Its newest transaction has bytes and no block. */
  readonly isOpen: boolean;
  readonly proposal: string | null;
  /** Other accounts in which a card of the owner's has paid. */
  readonly sharedCards: number;
}

/** Everything that whoever decides on a withdrawal should know. @throws Problem transaction_not_found. */
export function readWithdrawalReview(
  { database, clock }: Platform,
  asked: { id: string; caller: Caller },
): Promise<WithdrawalReview> {
  const now = clock.now();
  return atOneMoment(database.kysely, (moment) => reviewAt(moment, { ...asked, now }));
}

async function reviewAt(
  moment: QueryExecutorProvider,
  { id, caller, now }: { id: string; caller: Caller; now: Date },
): Promise<WithdrawalReview> {
  const shown = await reviewWithdrawal(moment, id);
  const userId = shown.user.id;
  const facts = await readFacts(moment, { id, now });
  const day = await readDay(moment, { userId, coin: shown.currency, now });
  const policy = await readPolicy(moment);
  const history = await readAddressHistory(moment, shown);
  const velocity = await readVelocity(moment, { userId, now });
  const timeline = await readTimeline(moment, id);
  const transactions = await readTransactions(moment, id);
  const recent = await countRecent(moment, {
    ...{ userId, minutes: policy.velocityMinutes, now: facts.createdAt },
  });
  const risks = risksOf({ shown, facts, history, now, recent, policy });
  const seesPersons = caller.capabilities?.has('users.personal') ?? false;
  return {
    ...shown,
    ...{ risks, velocity, timeline, transactions, proposal: facts.proposal },
    address_history: { ...history, listed: (await verdictOn(moment, shown.address ?? '')) ?? null },
    owner: {
      ...{ status: facts.accountStatus, registered: facts.registeredAt.toISOString() },
      payouts_frozen_until: facts.frozenUntil?.toISOString() ?? null,
      freeze: facts.staffFroze
        ? ((await lastActionOn(moment, { userId, action: 'payouts_freeze_changed' })) ?? null)
        : null,
      ...{ frozen_by_owner: facts.frozenByOwner, withdrawal_enabled: facts.withdrawalEnabled },
      ...{ flagged: facts.flagged, labels: [...facts.labels], notes: facts.notes },
      ...{ level: day.level, day_max: day.valueMax, day_used: day.valueUsed },
    },
    origin: seesPersons
      ? { address: facts.fromAddress, device: facts.fromDevice, new_device: facts.fromNewDevice }
      : null,
    actions: actionsFor({ shown, facts, caller }),
  };
}

async function readFacts(db: QueryExecutorProvider, { id, now }: { id: string; now: Date }): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select own.status, own.hold_reason as "holdReason", users.status as "accountStatus", users.created_at as "registeredAt",
      case when greatest(users.payouts_frozen_until, users.staff_freeze_until) > ${now}
        then greatest(users.payouts_frozen_until, users.staff_freeze_until) end as "frozenUntil",
      coalesce(users.staff_freeze_until > ${now}, false) as "staffFroze", users.frozen_at is not null as "frozenByOwner",
      users.withdrawal_enabled as "withdrawalEnabled", users.flagged, users.labels,
      (select count(*)::int from user_notes where user_notes.user_id = own.user_id) as notes,
      own.from_address as "fromAddress", own.from_device as "fromDevice", own.from_new_device as "fromNewDevice",
      own.created_at as "createdAt", own.recipient, paid.asked_at is not null as "isAsked",
      exists (
        select from payouts variant where variant.root = paid.root and variant.status in ('signed', 'broadcast') and variant.raw <> ''
      ) as "isOpen",
      (
        select approvals.id from approvals
        where kind = 'large_payout' and state = 'open' and payload ->> 'withdrawal' = own.id::text
          and (due_at is not null or expires_at > ${now}) limit 1
      ) as proposal,
      (
        select count(distinct other.user_id)::int from card_orders paid_by
        join card_orders other on other.card_mark = paid_by.card_mark and other.user_id <> paid_by.user_id
        where paid_by.user_id = own.user_id
      ) as "sharedCards"
    from withdrawals own join users on users.id = own.user_id left join payouts paid on paid.id = own.payout_id
    where own.id = ${id}
  `.execute(db);
  const [facts] = rows;
  if (!facts) throw new Problem('transaction_not_found');
  return facts;
}

type History = Omit<WithdrawalReview['address_history'], 'listed'>;
type Risk = WithdrawalReview['risks'][number];

function risksOf({
  shown,
  facts,
  history,
  now,
  recent,
  policy,
}: {
  shown: ReviewedWithdrawal;
  facts: Facts;
  history: History;
  now: Date;
  recent: number;
  policy: Awaited<ReturnType<typeof readPolicy>>;
}): Risk[] {
  const risk = (kind: Risk['kind'], actual: unknown = null, limit: unknown = null): Risk => ({
    ...{ kind, actual: actual === null ? null : String(actual) },
    limit: limit === null ? null : String(limit),
  });
  const held = shown.hold_reasons[0];
  const ageDays = Math.floor((now.getTime() - facts.registeredAt.getTime()) / 86_400_000);
  const found: (Risk | undefined)[] = [
    held === 'amount' || (shown.value !== null && unitsOf(shown.value) > unitsOf(policy.holdAbove))
      ? risk('amount', shown.value, policy.holdAbove)
      : undefined,
    shown.value === null ? risk('unknown_value') : undefined,
    facts.fromNewDevice ? risk('new_device') : undefined,
    held === 'velocity' || recent > policy.velocityRequests
      ? risk('velocity', recent, policy.velocityRequests)
      : undefined,
    held === 'signed_before' ? risk('signed_before') : undefined,
    held === 'account_switched_off' || facts.accountStatus !== 'active'
      ? risk('account_switched_off', facts.accountStatus)
      : undefined,
    held === 'staff' ? risk('staff') : undefined,
    history.own_uses === 0 ? risk('new_address') : undefined,
    history.others.length > 0 ? risk('shared_address', history.others.length) : undefined,
    facts.sharedCards > 0 ? risk('shared_card', facts.sharedCards) : undefined,
    ageDays < newAccountDays ? risk('new_account', ageDays, newAccountDays) : undefined,
    facts.frozenUntil ? risk('payouts_frozen', facts.frozenUntil.toISOString()) : undefined,
    facts.frozenByOwner ? risk('frozen_by_owner') : undefined,
    facts.withdrawalEnabled ? undefined : risk('switched_off'),
    facts.flagged ? risk('flagged') : undefined,
    facts.labels.length > 0 ? risk('labelled', facts.labels.join(', ')) : undefined,
  ];
  return found.filter((each) => each !== undefined);
}

const notPaid = sql`('cancelled', 'rejected', 'failed')`;
const momentOf = (value: RawBuilder<unknown>) =>
  sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const moment = (column: string) => momentOf(sql.ref(column));

async function readAddressHistory(
  db: QueryExecutorProvider,
  { id, address, user, date, currency, network }: ReviewedWithdrawal,
): Promise<History> {
  const { rows } = await sql<History>`
    with used as (
      select user_id, created_at from withdrawals where address = ${address} and id <> ${id} and status not in ${notPaid}
      union all
      select user_id, created_at from card_orders where destination = ${address} and stage not in ('refused', 'failed')
      order by created_at desc limit 10000
    ), by_others as (
      select user_id, username, count(*)::int as uses, min(used.created_at) as first, max(used.created_at) as last
      from used join users on users.id = user_id where user_id <> ${user.id}
      group by user_id, username order by last desc limit 20
    )
    select count(*)::int as uses, ${momentOf(sql`min(used.created_at)`)} as first,
      ${momentOf(sql`max(used.created_at)`)} as last,
      (count(*) filter (where user_id = ${user.id} and created_at < ${date}))::int as own_uses,
      (
        select ${moment('saved_addresses.created_at')} from saved_addresses
        where user_id = ${user.id} and coin = ${currency} and network = ${network} and address = ${address} limit 1
      ) as saved,
      coalesce((
        select json_agg(json_build_object(
          'user', json_build_object('id', user_id, 'username', username), 'uses', uses,
          'first', ${moment('first')}, 'last', ${moment('last')}
        )) from by_others
      ), '[]') as others
    from used
  `.execute(db);
  const [history] = rows;
  if (!history) throw new Error('An aggregate has one row.');
  return history;
}

async function readVelocity(
  db: QueryExecutorProvider,
  { userId, now }: { userId: string; now: Date },
): Promise<WithdrawalReview['velocity']> {
  const { rows } = await sql<WithdrawalReview['velocity'][number]>`
    select hours, count(own.id)::int as requests, coalesce(trim_scale(sum(own.value)), 0)::text as value
    from unnest(${[...velocityHours]}::int[]) as hours
    left join withdrawals own on own.user_id = ${userId} and own.created_at > ${now}::timestamptz - hours * interval '1 hour'
    group by hours order by hours
  `.execute(db);
  return rows;
}

async function readTimeline(db: QueryExecutorProvider, id: string): Promise<WithdrawalReview['timeline']> {
  const { rows } = await sql<WithdrawalReview['timeline'][number]>`
    select stage, ${moment('at')} as time from movement_stages where movement = ${id} order by id
  `.execute(db);
  return rows;
}

async function readTransactions(
  db: QueryExecutorProvider,
  id: string,
): Promise<WithdrawalReview['transactions']> {
  const { rows } = await sql<WithdrawalReview['transactions'][number]>`
    select variant.id, variant.status, variant.transaction_id as hash, variant.waits_for,
      variant.kind = 'sweep' as calls_off, ${moment('variant.created_at')} as created, variant.block_height::float8 as block_height
    from withdrawals own join payouts paid on paid.id = own.payout_id join payouts variant on variant.root = paid.root
    where own.id = ${id} order by variant.created_at desc
  `.execute(db);
  return rows;
}

type Action = WithdrawalReview['actions'][number];

/** The database decides in the end; this is what is worth a button. */
function actionsFor({
  shown: { stage, user, called_off, network },
  facts,
  caller,
}: {
  shown: ReviewedWithdrawal;
  facts: Facts;
  caller: Caller;
}): Action[] {
  const isOwn = user.id === caller.userId || facts.recipient === caller.userId;
  if (isOwn || !caller.capabilities?.has('withdrawals.decide')) return [];
  const isUnasked = stage === 'built' && !facts.isAsked;
  const isUnsent = ['requested', 'confirmed', 'held', 'queued'].includes(stage) || isUnasked;
  const isHeldByStaff = facts.holdReason === 'staff';
  const isBank = network === bankNetwork;
  const isFrozen = facts.frozenUntil !== null;
  const can: Readonly<Record<Action, boolean>> = {
    approve: stage === 'held' && !isHeldByStaff && !isFrozen && facts.proposal === null,
    release: stage === 'held' && isHeldByStaff && !isFrozen,
    reject: stage === 'held',
    hold: stage === 'queued' || (isUnasked && !isBank),
    bump: facts.isOpen && !called_off,
    send_again: facts.isOpen && !called_off,
    // What is held is rejected, which gives the money back just the same.
    call_off:
      (isUnsent && stage !== 'held') ||
      (!called_off && (facts.isOpen || (stage === 'built' && facts.isAsked))),
    paid: !isBank && (stage === 'held' || stage === 'queued' || stage === 'built'),
    bank_start: isBank && stage === 'queued' && !isFrozen,
    bank_sent: isBank && stage === 'built',
    bank_booked: isBank && stage === 'broadcast',
    bank_returned: isBank && stage === 'broadcast',
  };
  return (Object.keys(can) as Action[]).filter((action) => can[action]);
}
