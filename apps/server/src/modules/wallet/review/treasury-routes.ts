import { type Confirmation, treasuryEndpoints } from '@emporion/contracts/rest';
import { invariant } from '@emporion/kernel';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { makeStaffChange, recordStaffAction } from '#modules/audit/index.ts';
import { originOf, requireConfirmation } from '#modules/identity/index.ts';
import { forgetMarkets } from '#modules/markets/index.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { askSweep } from '../sweeps/sweep-requests.ts';
import { listFunds } from './funds.ts';
import { listHouseLines, readHouse } from './house-accounts.ts';
import {
  readNetworkStates,
  requirePayable,
  type SwitchedPlace,
  type Switches,
  setSwitches,
} from './network-states.ts';

/** What the treasury looks at every day: funds, the house's accounts, networks and their switches. */
export function addTreasuryRoutes(app: App, platform: Platform): void {
  const { kysely } = platform.database;
  serveEndpoint(app, treasuryEndpoints.funds, async () => ({
    results: await listFunds(kysely, platform.clock.now()),
  }));
  serveEndpoint(app, treasuryEndpoints.houseAccounts, () => readHouse(platform));
  serveEndpoint(app, treasuryEndpoints.houseLines, ({ query }) => listHouseLines(platform, query));
  serveEndpoint(app, treasuryEndpoints.thresholds, async () => {
    const { rows } = await sql<{ payouts_above: string; credits_above: string }>`
      select trim_scale(payout_two_people_above)::text as payouts_above, trim_scale(credit_two_people_above)::text as credits_above
      from treasury_policy
    `.execute(kysely);
    invariant(rows[0] !== undefined, 'the row of treasury_policy is gone');
    return rows[0];
  });
  serveEndpoint(app, treasuryEndpoints.networks, () => readNetworkStates(platform));

  serveEndpoint(app, treasuryEndpoints.sweep, async (call) => {
    const { network } = call.params;
    await makeStaffChange(platform, call, async (transaction) => {
      await askSweep(transaction, { network, by: call.caller.userId, now: platform.clock.now() });
      return { action: 'sweep_asked', object: `network:${network}` };
    });
    return {};
  });

  const { switchNetwork, switchCoinOnNetwork, switchCoin } = treasuryEndpoints;
  serveEndpoint(app, switchNetwork, ({ caller, params: { network }, body, request }) =>
    turn(platform, { place: { network }, operatorId: caller.userId, body, request }),
  );
  serveEndpoint(app, switchCoinOnNetwork, ({ caller, params: { network, currency }, body, request }) =>
    turn(platform, { place: { network, currency }, operatorId: caller.userId, body, request }),
  );
  serveEndpoint(app, switchCoin, ({ caller, params: { currency }, body, request }) =>
    turn(platform, { place: { currency }, operatorId: caller.userId, body, request }),
  );
}

interface Turned {
  readonly place: SwitchedPlace;
  readonly operatorId: string;
  readonly body: Switches & {
    readonly reason: string;
    readonly override_signer?: boolean | undefined;
    readonly confirmation?: Confirmation | undefined;
  };
  readonly request: FastifyRequest;
}

/** @throws Problem network_invalid, coin_invalid, signer_lacks_coin. */
async function turn(platform: Platform, { place, operatorId, body, request }: Turned): Promise<Switches> {
  const { deposits, withdrawals, reason, confirmation, override_signer: overrides = false } = body;
  const { network, currency } = place;
  const origin = originOf(request);
  const action = { userId: operatorId, action: 'back_office', confirmation, origin } as const;
  await requireConfirmation(platform, action, async (transaction) => {
    const before = await setSwitches(transaction, place, { deposits, withdrawals });
    if (!before) throw new Problem(network === undefined ? 'coin_invalid' : 'network_invalid');
    if (deposits && !before.deposits && !overrides) await requirePayable(platform, transaction, place);
    await recordStaffAction(transaction, platform, {
      ...{ action: 'switches_set', actorId: operatorId, origin, reason },
      object:
        network === undefined
          ? `coin:${currency}`
          : `network:${network}${currency === undefined ? '' : `/${currency}`}`,
      before: { ...before },
      after: { deposits, withdrawals, ...(overrides && { signer_overridden: true }) },
    });
  });
  forgetMarkets(platform);
  return { deposits, withdrawals };
}
