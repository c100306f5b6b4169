import { expect, it } from 'vitest';
import { extent } from '../extent.ts';
import { logInStaff, type StaffCaller } from '../support/demo-staff.ts';
import type { MortalExchange } from '../support/mortal-exchange.ts';
import { killSeed } from '../support/seeded-numbers.ts';

type Point = 'vote' | 'digest' | 'booking' | 'movement' | 'closed';

/** From the vote to the closed proposal. A row of the journal is one statement, which may have come through although whoever sent it is dead; all else is taken back. */
export const approvalTriggers = `
  create trigger test_pause after insert on approval_votes for each row execute function test_pause_at('vote');
  create trigger test_pause after insert on bookings for each row when (new.series = 'adjustments')
    execute function test_pause_at('booking');
  create trigger test_pause after update on approvals for each row when (new.state = 'executed')
    execute function test_pause_at('closed');
  create trigger test_pause_digest after insert on journal for each row
    when (position('"DigestAnchored"'::bytea in new.payload) > 0) execute function test_pause_at('digest');
  create trigger test_pause_movement after insert on journal for each row
    when (position('"MoneyMoved"'::bytea in new.payload) > 0) execute function test_pause_at('movement');
`;

interface Kill {
  readonly point: Point;
  /** Whether the database has what the server was about to have. */
  readonly isKept: boolean;
}

const steps: readonly Kill[] = [
  { point: 'vote', isKept: false },
  { point: 'digest', isKept: false },
  { point: 'digest', isKept: true },
  { point: 'booking', isKept: false },
  { point: 'movement', isKept: false },
  { point: 'movement', isKept: true },
  { point: 'closed', isKept: false },
];
/** The vote stands and nobody has acted on it; the money has moved and nobody has written that down. */
const coarse = steps.filter(
  ({ point, isKept }) => isKept === (point === 'movement') && /digest|movement/.test(point),
);
const drawn = killSeed % coarse.length;
const kills = extent({ usual: coarse.slice(drawn, drawn + 1), all: steps });

const voterCount = 8;
const votesAtOnce = 200;
const proposals: string[] = [];

async function addVoters({ pause }: MortalExchange): Promise<void> {
  await pause.query(
    `insert into users (email, username, username_skeleton, password_hash, roles, first_name, last_name, country, birthday, referral_code, terms_accepted_at, privacy_accepted_at)
     select name || '@emporion.test', name, name, password_hash, '{treasury}', name, 'Test', country, birthday, 'ref-' || name, now(), now()
     from users, (select 'voter' || generate_series(1, $1) as name) voters where email = 'operator@emporion.test'`,
    [voterCount],
  );
}

/** Logged in with a code that was not used. What was sent before is aged, so that nobody waits for the next one. */
async function staffMember({ pause, url }: MortalExchange, name: string): Promise<StaffCaller> {
  await pause.query("update sent_codes set sent_at = sent_at - interval '2 minutes'");
  return logInStaff(url, `${name}@emporion.test`);
}

/** All at once, each voter with one code many times. What the dead server left unanswered has no status. */
async function voteAtOnce(voters: readonly StaffCaller[], id: string): Promise<number[]> {
  const vote = async (voter: StaffCaller | undefined) => {
    const body = { reason: 'Looked into it', confirmation: voter?.confirmation };
    const answer = await voter?.post(`admin/approvals/${id}/approve`, body).catch(() => undefined);
    return answer?.status ?? 0;
  };
  return Promise.all(Array.from({ length: votesAtOnce }, (_, each) => vote(voters[each % voters.length])));
}

const stateOf = async ({ pause }: MortalExchange, id: string) =>
  (await pause.query<{ state: string }>('select state from approvals where id = $1', [id]))[0]?.state;

async function traderOf({ pause }: MortalExchange): Promise<string> {
  const found = await pause.query<{ id: string }>(
    "select id from users where email = 'trader@emporion.test'",
  );
  return found[0]?.id ?? '';
}

/** Asked when the server has stopped: the entries are written after what they tell. */
export async function expectAdjustedOnce(exchange: MortalExchange): Promise<void> {
  const { pause } = exchange;
  const moved = await pause.query(
    `select reference, count(*)::int as times, sum(amount)::text as amount from ledger_entries
     where account = $1 and kind = 'adjustment' group by reference`,
    [await traderOf(exchange)],
  );
  expect(moved).toHaveLength(proposals.length);
  for (const id of proposals)
    expect(moved).toContainEqual({ reference: `approval:${id}`, times: 1, amount: '25000000' });
  const told = await pause.query(
    "select approval_id, count(*)::int as times from audit_log where action = 'balance_adjusted' group by approval_id having count(*) > 1",
  );
  expect(told).toEqual([]);
}

export function approvalKills(exchangeOf: () => MortalExchange): void {
  it(
    `an adjustment under ${votesAtOnce} votes at once and kill -9 at ${kills.map(({ point }) => point).join(', ')} is carried out once`,
    async () => {
      const exchange = exchangeOf();
      const { pause } = exchange;
      await addVoters(exchange);
      const user = await traderOf(exchange);
      for (const { point, isKept } of kills) {
        const [proposer, ...voters] = await Promise.all(
          ['operator', ...Array.from({ length: voterCount }, (_, each) => `voter${each + 1}`)].map((name) =>
            staffMember(exchange, name),
          ),
        );
        const { confirmation } = proposer ?? {};
        const proposal = {
          user,
          currency: 'BTC',
          amount: '0.25',
          category: 'other',
          reason: `Kill at ${point}`,
          confirmation,
        };
        const made = await proposer?.post('admin/approvals/balance-adjustment', proposal);
        const id = String(made?.body.id);
        proposals.push(id);
        await pause.arm(point);
        const voting = voteAtOnce(voters, id);
        const pid = await pause.paused();
        await exchange.kill();
        await pause.release(isKept ? undefined : pid);
        await voting;
        await exchange.start();
        // Whoever got no answer asks again, with the code that they have.
        const answers = await voteAtOnce(voters, id);
        expect(
          answers.filter((status) => status >= 500),
          point,
        ).toEqual([]);
        await expect.poll(() => stateOf(exchange, id), { message: point }).toBe('executed');
      }
    },
    extent({ usual: 300_000, all: 900_000 }),
  );
}
