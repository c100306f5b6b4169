import { afterAll, beforeAll, expect, it } from 'vitest';
import { cardTriggers } from '../support/card-kills.ts';
import { MortalExchange } from '../support/mortal-exchange.ts';
import { payoutTriggers } from '../support/payout-kills.ts';
import { approvalKills, approvalTriggers, expectAdjustedOnce } from './approval-kill.cases.ts';
import { cardKills } from './card-kill.cases.ts';
import { payoutKills } from './payout-kill.cases.ts';

/** Each kind of step leaves nothing open, so that the next one meets only its own. */
let exchange: MortalExchange;
beforeAll(async () => {
  exchange = await MortalExchange.open([approvalTriggers, payoutTriggers, cardTriggers].join('\n'));
});
afterAll(() => exchange?.close());

approvalKills(() => exchange);
payoutKills(() => exchange);
// Last: whoever has paid by a card, or took the money back, may not withdraw all that they have.
cardKills(() => exchange);

it('what was killed at all these steps verifies, and every adjustment is in the ledger once', async () => {
  expect(await exchange.verify()).toMatch(/^Verified: everything agrees/);
  await expectAdjustedOnce(exchange);
});
