import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { moment } from '#rest/codes.ts';
import { fiatCurrencies } from '#rest/currencies.ts';
import { decimalString } from '#rest/decimal.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { uuid } from '#rest/ids.ts';
import { KycLevel } from '#rest/kyc.ts';
import { count } from '#rest/numbers.ts';
import { evidenceKinds } from '#verification/index.ts';
import { desk } from './fields.ts';

const rate = described(
  z.int().check(z.minimum(0), z.maximum(100_000)),
  'In parts per million: 1000 are 0.1%.',
);
const whole = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max));

/** All tiers, the lowest first, under the names that they have. */
export const FeeTierDraft = z
  .array(
    z.strictObject({
      name: z.string().check(z.minLength(1), z.maxLength(10)),
      volume: described(decimalString, 'From this 30-day volume on, in USDT.'),
      maker: rate,
      taker: rate,
    }),
  )
  .check(z.minLength(1), z.maxLength(10));

/** What may leave within a day, by level. */
export const LevelLimitsDraft = z
  .array(z.strictObject({ level: whole(0, 9), value_a_day: described(decimalString, 'In USDT.') }))
  .check(z.minLength(1), z.maxLength(10));

/** When a person looks at a withdrawal before it goes out. */
export const WithdrawalRulesDraft = named(
  'WithdrawalRules',
  z.strictObject({
    hold_above: described(decimalString, 'In USDT. A withdrawal worth more is held.'),
    hold_on_new_device: z.boolean(),
    new_device_hours: described(whole(0, 8_760), 'For so long a device counts as new.'),
    velocity_requests: described(
      whole(1, 10_000),
      'More requests than this within the minutes, and it is held.',
    ),
    velocity_minutes: whole(1, 43_200),
    address_delay_hours: described(
      whole(0, 8_760),
      'So long after it was saved an address counts for whoever pays out to saved addresses only.',
    ),
    card_hold_hours: described(
      whole(0, 8_760),
      'So long after a card payment as much as it brought stays in the account. 0: nothing does.',
    ),
    level: described(whole(0, 9), 'Of whoever has none of their own.'),
  }),
);
export type WithdrawalRulesDraft = z.infer<typeof WithdrawalRulesDraft>;

/** What one level of verification takes and unlocks, beside the limits of withdrawals and cards that go by the same levels. */
export const KycLevelRules = named(
  'KycLevelRules',
  z.strictObject({
    level: described(whole(0, 9), 'One that there is, or the next.'),
    needs: described(
      z.array(z.enum(evidenceKinds)).check(z.maxLength(evidenceKinds.length)),
      'What has to be shown for it.',
    ),
    by_officer: described(z.boolean(), 'Somebody of the staff decides, whatever the provider found.'),
    bank_currencies: described(
      z.array(z.enum(fiatCurrencies)).check(z.maxLength(fiatCurrencies.length)),
      'Currencies that may be withdrawn to a bank.',
    ),
    valid_days: described(
      z.nullable(whole(60, 3_650)),
      'So long a verification counts, if its document does not end before. Null: as long as the document.',
    ),
  }),
);
export type KycLevelRules = z.infer<typeof KycLevelRules>;

/** How verifications are worked on, and how long what people showed is kept. */
export const KycPolicy = named(
  'KycPolicy',
  z.strictObject({
    keep_approved_days: described(whole(30, 36_500), 'Documents are deleted so long after an approval.'),
    keep_rejected_days: described(whole(1, 3_650), 'Documents are deleted so long after a rejection.'),
    answer_days: described(whole(1, 365), 'So long an application waits for its owner.'),
    claim_minutes: described(whole(5, 1_440), 'So long nobody else decides what somebody has claimed.'),
  }),
);
export type KycPolicy = z.infer<typeof KycPolicy>;

const held = z.object({
  held: count,
  value: described(decimalString, 'Of those that are held, in USDT.'),
  by_reason: z.record(z.string(), count),
});

export const policyEndpoints = {
  read: defineEndpoint({
    ...desk,
    access: 'settings.read',
    method: 'GET',
    path: 'admin/policy',
    summary:
      'Read fee tiers with their drafts, limits by level, the rules by which withdrawals are held, and those of verification',
    response: z.object({
      fee_tiers: FeeTierDraft,
      fee_tier_drafts: z.array(z.object({ id: uuid(), effective: moment, tiers: FeeTierDraft })),
      levels: z.array(z.object({ level: count, value_a_day: decimalString, users: count })),
      rules: WithdrawalRulesDraft,
      kyc_levels: z.array(KycLevel),
      kyc_policy: KycPolicy,
    }),
  }),
  simulate: defineEndpoint({
    ...desk,
    access: 'settings.read',
    method: 'POST',
    path: 'admin/policy/withdrawal-rules/simulate',
    summary: 'See which withdrawals of the last 30 days rules would have held; it changes nothing',
    body: z.strictObject({ rules: WithdrawalRulesDraft }),
    response: z.object({
      withdrawals: described(count, 'Those that were looked at, the newest first.'),
      now: held,
      draft: held,
      newly_held: described(count, 'Held by the draft and not by the rules of now.'),
      newly_free: described(count, 'Held by the rules of now and not by the draft.'),
    }),
  }),
} as const;
