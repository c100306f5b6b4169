import { policyEndpoints } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { readKycLevels, readKycPolicy } from '#modules/kyc/index.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { ServerModule } from '#platform/module.ts';
import { applyDueFeeTiers, type FeeTiers, readFeeTiers } from './fee-tier-drafts.ts';
import { simulateRules } from './simulate-rules.ts';
import { readLevels, readRules } from './withdrawal-rules.ts';

export { applyDueFeeTiers, readFeeTiers, requireFreeDay, requireTiers } from './fee-tier-drafts.ts';
export { readLevels, readRules, requireLevels, requireRules, writeRules } from './withdrawal-rules.ts';

const applyJob = 'policy.apply_fee_tiers';
/** It goes through tens of thousands of rows. */
const simulationsPerMinute = { rateLimitPerMinute: 20 };

/** Fees, limits and the rules by which money leaves: read and tried here, changed by two people. */
export const policyModule: ServerModule = {
  name: 'policy',
  register(app, platform) {
    const { kysely } = platform.database;
    serveEndpoint(app, policyEndpoints.read, async () => {
      const { rows } = await sql<{ id: string; effective: Date; tiers: FeeTiers }>`
        select id, effective_at as effective, tiers from fee_tier_drafts where applied_at is null order by effective_at
      `.execute(kysely);
      return {
        fee_tiers: await readFeeTiers(kysely),
        fee_tier_drafts: rows.map((row) => ({ ...row, effective: row.effective.toISOString() })),
        levels: await readLevels(kysely),
        rules: await readRules(kysely),
        kyc_levels: await readKycLevels(kysely),
        kyc_policy: await readKycPolicy(kysely),
      };
    });
    serveEndpoint(
      app,
      policyEndpoints.simulate,
      ({ body: { rules } }) => simulateRules(kysely, { rules, now: platform.clock.now() }),
      simulationsPerMinute,
    );
  },
  jobs: { [applyJob]: (_payload, { platform }) => applyDueFeeTiers(platform) },
  cron: [{ job: applyJob, match: '* * * * *' }],
};
