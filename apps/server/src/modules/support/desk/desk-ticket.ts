import type { DeskTicket } from '@emporion/contracts/rest';
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import { findUser, isSamePerson, maskedEmail, maskedName } from '#modules/identity/index.ts';
import { atOneMoment } from '#platform/database/at-one-moment.ts';
import type { Caller } from '#platform/http/caller.ts';
import { listMessages } from '../tickets/ticket-rows.ts';
import { aboutOnWire } from '../tickets/ticket-wire.ts';
import { type DeskRow, deskListed, requireDeskRow } from './desk-rows.ts';

/** A ticket as staff read it: with their notes and names, and beside it what helps to answer. @throws Problem ticket_not_found. */
export function deskTicket(
  db: Kysely<unknown>,
  id: string,
  caller: Pick<Caller, 'userId' | 'capabilities'>,
): Promise<DeskTicket> {
  return atOneMoment(db, (moment) => ticketAt(moment, id, caller));
}

async function ticketAt(
  db: QueryExecutorProvider,
  id: string,
  { userId, capabilities }: Pick<Caller, 'userId' | 'capabilities'>,
): Promise<DeskTicket> {
  const row = await requireDeskRow(db, id);
  // What colleagues note about somebody is not for them, whoever they are.
  const isOwn = await isSamePerson(db, { userId, others: [row.userId] });
  const messages = await listMessages(db, id, { notes: !isOwn });
  return {
    ...deskListed(row),
    about: aboutOnWire(row),
    follows: row.follows,
    owner: await ownerOf(db, row, capabilities?.has('users.personal') ?? false),
    messages: messages.map(({ id: number, author, authorId, authorName, internal, byLink, ...message }) => ({
      ...{ id: number, author, internal, by_link: byLink, text: message.text },
      member: author === 'staff' && authorId !== null ? { id: authorId, username: authorName ?? '' } : null,
      time: message.createdAt.toISOString(),
      attachments: [...message.attachments],
    })),
  };
}

async function ownerOf(
  db: QueryExecutorProvider,
  row: DeskRow,
  persons: boolean,
): Promise<DeskTicket['owner']> {
  const { userId, visitorEmail, visitorName, language } = row;
  const counts = await countsOf(db, row);
  const user = userId === null ? undefined : await findUser(db, userId);
  if (user === undefined) {
    const name = visitorName ?? '';
    const email = visitorEmail ?? '';
    return {
      ...{ id: null, language, country: null, status: null, kyc_status: null, second_factor: null },
      ...{
        trading_enabled: null,
        withdrawal_enabled: null,
        payouts_frozen_until: null,
        frozen_by_owner: null,
        flagged: null,
        registered: null,
        last_login: null,
      },
      name: persons || name === '' ? name : maskedName({ firstName: name, lastName: '', username: '' }),
      email: persons ? email : maskedEmail(email),
      ...counts,
    };
  }
  const { kycStatus, secondFactor, frozenUntil, flagged } = await proofsOf(db, user.id);
  return {
    id: user.id,
    name: persons ? `${user.firstName} ${user.lastName}`.trim() : maskedName(user),
    email: persons ? user.email : maskedEmail(user.email),
    ...{ language: user.language, country: user.country, status: user.status, kyc_status: kycStatus },
    ...{ second_factor: secondFactor, trading_enabled: user.tradingEnabled },
    ...{
      withdrawal_enabled: user.withdrawalEnabled,
      payouts_frozen_until: frozenUntil?.toISOString() ?? null,
    },
    ...{ frozen_by_owner: user.frozenAt !== null, flagged },
    registered: user.createdAt.toISOString(),
    last_login: user.lastLoginAt?.toISOString() ?? null,
    ...counts,
  };
}

async function proofsOf(db: QueryExecutorProvider, userId: string) {
  const { rows } = await sql<{
    kycStatus: DeskTicket['owner']['kyc_status'];
    secondFactor: boolean;
    frozenUntil: Date | null;
    flagged: boolean;
  }>`
    select kyc_status as "kycStatus", second_factor as "secondFactor", flagged,
      case when greatest(payouts_frozen_until, staff_freeze_until) > now() then greatest(payouts_frozen_until, staff_freeze_until) end as "frozenUntil"
    from users where id = ${userId}
  `.execute(db);
  return rows[0] ?? { kycStatus: null, secondFactor: null, frozenUntil: null, flagged: null };
}

/** Of a user by the account, of a visitor by the address of mail. */
async function countsOf(db: QueryExecutorProvider, { userId, visitorEmail }: DeskRow) {
  const theirs =
    userId === null ? sql`lower(visitor_email) = lower(${visitorEmail})` : sql`user_id = ${userId}`;
  const { rows } = await sql<{ tickets: number; open_tickets: number }>`
    select count(*)::int as tickets, (count(*) filter (where state <> 'closed'))::int as open_tickets
    from support_tickets where ${theirs}
  `.execute(db);
  return rows[0] ?? { tickets: 0, open_tickets: 0 };
}
