import { afterAll, beforeAll, expect, it } from 'vitest';
import { cardTriggers } from '../support/card-kills.ts';
import { MortalExchange } from '../support/mortal-exchange.ts';
import { payoutTriggers } from '../support/payout-kills.ts';
import { approvalKills, approvalTriggers, expectAdjustedOnce } from './approval-kill.cases.ts';
import { cardKills } from './card-kill.cases.ts';
import { faults } from './faults.cases.ts';
import { payoutKills } from './payout-kill.cases.ts';
import { secretChange } from './secret.cases.ts';

/** Each subject leaves nothing open, so that the next one meets only its own. */
let exchange: MortalExchange;
beforeAll(async () => {
  exchange = await MortalExchange.open([approvalTriggers, payoutTriggers, cardTriggers].join('\n'));
});
afterAll(() => exchange?.close());

faults(() => exchange);
approvalKills(() => exchange);
payoutKills(() => exchange);
// After those: whoever has paid by a card, or took the money back, may not withdraw all that they have.
cardKills(() => exchange);
// After all who take the secret for that of a demo.
secretChange(() => exchange);

it('what was killed at all these steps verifies, and every adjustment is in the ledger once', async () => {
  expect(await exchange.verify()).toMatch(/^Verified: everything agrees/);
  await expectAdjustedOnce(exchange);
});
