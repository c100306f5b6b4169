import {
  type Approval,
  type ApprovalKindName,
  approvalEndpoints,
  type Capability,
  capabilitiesOf,
  staffRoles,
} from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import { describeBankCredit } from '#modules/bank/index.ts';
import { describeRefund } from '#modules/cards/index.ts';
import { originOf } from '#modules/identity/index.ts';
import { draftNetworkChange } from '#modules/market-operations/index.ts';
import { describeCredit, describePayout } from '#modules/wallet/index.ts';
import type { App } from '#platform/http/app.ts';
import type { Caller } from '#platform/http/caller.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { type ApprovalRow, findApproval, isExpired, listApprovals, wholePayload } from './approval.ts';
import { executeDue } from './due.ts';
import { executeApproval } from './execute.ts';
import { kindOf } from './kinds/index.ts';
import type { PayloadOf } from './kinds/kind.ts';
import { propose } from './propose.ts';
import { objectionTo, vote, withdraw } from './vote.ts';
import { kindsSeenWith } from './who-sees.ts';

const cursorPattern = /^([0-9]{1,15}):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Those whose payload is what the call carries. */
const proposedAsTheyAre = [
  [approvalEndpoints.adjustBalance, 'balance_adjustment'],
  [approvalEndpoints.grantRole, 'role_grant'],
  [approvalEndpoints.resetFactors, 'factor_reset'],
  [approvalEndpoints.changeEmail, 'email_change'],
  [approvalEndpoints.changeLimits, 'user_limits'],
  [approvalEndpoints.eraseUser, 'user_erasure'],
  [approvalEndpoints.reopenMarket, 'market_reopening'],
  [approvalEndpoints.reopenMarkets, 'markets_reopening'],
  [approvalEndpoints.changeMarketRules, 'market_rules'],
  [approvalEndpoints.changeCoinTerms, 'coin_terms'],
  [approvalEndpoints.setThresholds, 'review_thresholds'],
  [approvalEndpoints.changeFeeTiers, 'fee_tiers'],
  [approvalEndpoints.changeLevelLimits, 'level_limits'],
  [approvalEndpoints.changeWithdrawalRules, 'withdrawal_rules'],
  [approvalEndpoints.changeBankAccount, 'bank_account'],
  [approvalEndpoints.setFiatRate, 'fiat_rate'],
  [approvalEndpoints.changeCardLimits, 'card_limits'],
  [approvalEndpoints.changeKycLevel, 'kyc_level'],
  [approvalEndpoints.changeKycPolicy, 'kyc_policy'],
] as const;

export function addApprovalRoutes(app: App, platform: Platform): void {
  const { database, clock, log } = platform;

  const read: ReadApproval = async (id, caller) => {
    const approval = await findApproval(database.kysely, id);
    if (!approval || !kindsSeenWith(caller.capabilities ?? none).includes(approval.kind))
      throw new Problem('approval_not_found');
    return onWire(platform, approval, caller);
  };

  /** The job does it in any case; done here whoever asks sees what came of it. */
  const now = (id: string, execute: () => Promise<void>): Promise<void> =>
    execute().catch((error: unknown) =>
      log.error({ err: error, approval: id }, 'an approved proposal waits for its job'),
    );

  serveEndpoint(app, approvalEndpoints.list, async ({ caller, query: { limit, cursor, state, kind } }) => {
    const after = placeOf(cursor);
    const seen = kindsSeenWith(caller.capabilities ?? none);
    const filter = { state, kind, seen, now: clock.now() };
    const found = await listApprovals(database.kysely, filter, { after, limit });
    const shown = found.slice(0, limit);
    const last = found.length > limit ? shown.at(-1) : undefined;
    return {
      results: await Promise.all(shown.map((approval) => onWire(platform, approval, caller))),
      next: last ? `${last.proposedAt.getTime()}:${last.id}` : null,
    };
  });

  serveEndpoint(app, approvalEndpoints.read, ({ caller, params: { id } }) => read(id, caller));

  for (const [endpoint, kind] of proposedAsTheyAre) {
    serveEndpoint(app, endpoint, async ({ caller, body, request }) => {
      const { reason, confirmation, ...asked } = body;
      const wished = asked as PayloadOf<ApprovalKindName>;
      const payload = (await kindOf(kind).describe?.(platform, wished)) ?? wished;
      const by = { by: caller.userId, reason, confirmation, origin: originOf(request) };
      const id = await propose(platform, { kind, payload, ...by });
      // What founds the exchange is due at once; nothing else is.
      await now(id, () => executeDue(platform, id));
      return read(id, caller);
    });
  }

  addRowProposals(app, platform, read);

  const { approve, reject } = approvalEndpoints;
  for (const [endpoint, approves] of [
    [approve, true],
    [reject, false],
  ] as const) {
    serveEndpoint(app, endpoint, async ({ caller, params: { id }, body, request }) => {
      await vote(platform, { ...ballotOf(caller, id, body), approves, origin: originOf(request) });
      await now(id, () => executeApproval(platform, id));
      return read(id, caller);
    });
  }

  serveEndpoint(app, approvalEndpoints.withdraw, async ({ caller, params: { id }, body, request }) => {
    await withdraw(platform, { ...ballotOf(caller, id, body), origin: originOf(request) });
    return read(id, caller);
  });
}

type ReadApproval = (id: string, caller: Caller) => Promise<Approval>;

/** What is proposed of these is read from their rows, so that whoever votes sees it. */
function addRowProposals(app: App, platform: Platform, read: ReadApproval): void {
  const { kysely } = platform.database;
  const { payOut, creditDeposit, creditBankTransfer, refundCard } = approvalEndpoints;
  serveEndpoint(app, payOut, async ({ caller, body, request }) => {
    const { withdrawal, reason, confirmation } = body;
    const payload = await describePayout(kysely, withdrawal);
    const by = { by: caller.userId, reason, confirmation, origin: originOf(request) };
    return read(await propose(platform, { kind: 'large_payout', payload, ...by }), caller);
  });
  serveEndpoint(app, creditDeposit, async ({ caller, body, request }) => {
    const { deposit, user, reason, confirmation } = body;
    const payload = await describeCredit(platform, { id: deposit, to: user });
    const by = { by: caller.userId, reason, confirmation, origin: originOf(request) };
    return read(await propose(platform, { kind: 'deposit_credit', payload, ...by }), caller);
  });
  serveEndpoint(app, creditBankTransfer, async ({ caller, body, request }) => {
    const { arrival, user, reason, confirmation } = body;
    const payload = await describeBankCredit(platform, { id: arrival, to: user });
    const by = { by: caller.userId, reason, confirmation, origin: originOf(request) };
    return read(await propose(platform, { kind: 'bank_credit', payload, ...by }), caller);
  });

  serveEndpoint(app, refundCard, async ({ caller, body, request }) => {
    const { order, amount, reason, confirmation } = body;
    const payload = await describeRefund(kysely, { id: order, amount });
    const by = { by: caller.userId, reason, confirmation, origin: originOf(request) };
    return read(await propose(platform, { kind: 'card_refund', payload, ...by }), caller);
  });
  serveEndpoint(app, approvalEndpoints.changeNetwork, async ({ caller, body, request }) => {
    const { network, reason, confirmation, ...wanted } = body;
    const payload = await draftNetworkChange(platform, network, wanted);
    const by = { by: caller.userId, reason, confirmation, origin: originOf(request) };
    return read(await propose(platform, { kind: 'network_change', payload, ...by }), caller);
  });
}

const none: ReadonlySet<never> = new Set();

function ballotOf(
  { userId, capabilities = none }: Caller,
  id: string,
  { reason, confirmation }: { reason: string; confirmation?: Parameters<typeof vote>[1]['confirmation'] },
) {
  return { id, voter: userId, capabilities, reason, confirmation };
}

/** @throws Problem unprocessable_entity for a cursor that is none. */
function placeOf(cursor: string | undefined): { at: Date; id: string } | undefined {
  if (cursor === undefined) return undefined;
  const [, at, id] = cursorPattern.exec(cursor) ?? [];
  if (at === undefined || id === undefined)
    throw new Problem('unprocessable_entity', { fields: { cursor: { code: 'value_invalid' } } });
  return { at: new Date(Number(at)), id };
}

/** What stood there, as far as the caller may see it. Addresses of mail are kept nowhere beside: while it is open, the present one is read. */
async function currentFor(
  db: QueryExecutorProvider,
  { kind, concerns, current }: ApprovalRow,
  { caller, state }: { caller: Caller; state: Approval['state'] },
): Promise<Approval['current']> {
  const may = (capability: Capability) => caller.capabilities?.has(capability) ?? false;
  // What somebody holds is shown to those who may look at users.
  if (kind === 'balance_adjustment' && !may('users.read')) return {};
  if (kind !== 'email_change' || state !== 'open' || !may('users.personal')) return current;
  const { rows } = await sql<{ email: string }>`select email from users where id = ${concerns}`.execute(db);
  return { ...current, ...rows[0] };
}

async function onWire(
  { database, clock }: Platform,
  approval: ApprovalRow,
  caller: Caller,
): Promise<Approval> {
  const { id, kind, reason, concerns, failure, proposedAt } = approval;
  const payload = caller.capabilities?.has('users.personal') ? wholePayload(approval) : approval.payload;
  const now = clock.now();
  const voter = { voter: caller.userId, capabilities: caller.capabilities ?? none };
  const state = isExpired(approval, now) ? 'expired' : approval.state;
  const objection =
    state === 'open' ? await objectionTo(database.kysely, approval, voter) : 'approval_closed';
  return {
    ...{ id, kind, state, payload, payload_hash: approval.payloadHash, reason, concerns, failure },
    subject: approval.concernsName,
    current: await currentFor(database.kysely, approval, { caller, state }),
    proposer: { id: approval.proposedBy, username: approval.proposerName },
    proposed: proposedAt.toISOString(),
    age_seconds: Math.max(0, Math.floor((now.getTime() - proposedAt.getTime()) / 1000)),
    expires: approval.expiresAt.toISOString(),
    due: approval.dueAt?.toISOString() ?? null,
    votes_needed: approval.votesNeeded,
    votes: approval.votes.map(({ voter: by, name, approves, reason: why, votedAt }) => ({
      ...{ voter: { id: by, username: name }, approves, reason: why, time: new Date(votedAt).toISOString() },
    })),
    voters: staffRoles.filter((role) => capabilitiesOf([role]).has(kindOf(kind).approve)),
    objection: objection ?? null,
    closed: approval.closedAt?.toISOString() ?? null,
  };
}
