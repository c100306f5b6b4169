import { approvalEndpoints, fiatCurrencies, type KycLevel, type KycPolicy } from '@emporion/contracts/rest';
import { evidenceKinds } from '@emporion/contracts/verification';
import { call } from '@emporion/web/api/api.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { formatNumber } from '@emporion/web/ui/number/format-number.ts';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { Link } from 'react-router';
import { useMay } from '#app/me.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { type ActionField, reasonField } from '#kit/action/field.ts';
import { Facts } from '#kit/facts.tsx';
import { evidenceWords, rulesInWords } from '#verification/words.ts';

const proposed = 'Proposed. A second person has to approve it.';
const levelsMax = 10;
const validMin = 60;
/** Every level but the first takes a document: the name of the account and the end of the verification are those on it. */
const chosenEvidence = evidenceKinds.filter((each) => each !== 'document');
const inUsdt = (value: string) => `${formatNumber(value, { trimZeros: true })} USDT`;

function fieldsOf({ level, needs, by_officer, bank_currencies, valid_days }: KycLevel): ActionField[] {
  const toggle = (name: string, label: string, isOn: boolean): ActionField => ({
    ...{ name, label, kind: 'switch', initial: String(isOn) },
  });
  const currencies = fiatCurrencies.map((each) =>
    toggle(each, `Withdrawals to a bank in ${each}`, bank_currencies.includes(each)),
  );
  if (level === 0) return currencies;
  return [
    ...chosenEvidence.map((each) => toggle(each, evidenceWords[each], needs.includes(each))),
    toggle('by_officer', 'Staff decide, whatever the provider found', by_officer),
    ...currencies,
    {
      ...{ name: 'valid_days', label: 'Valid for, in days', kind: 'number', isOptional: true },
      hint: `Leave empty: as long as the document. At least ${validMin}, so that there is time to renew it.`,
      ...(valid_days !== null && { initial: String(valid_days) }),
    },
  ];
}

/** With `isNew` the one above the highest, which begins as that one is. */
function askLevel(level: KycLevel, { isNew = false } = {}): void {
  const number = isNew ? level.level + 1 : level.level;
  askAction({
    title: isNew ? `Add level ${number}` : `Change level ${number}`,
    text:
      number === 0
        ? 'What everybody has without verification. Applies once a second person approves.'
        : 'A document is always required. Each level requires at least what the one below does, and unlocks no less. Applies once a second person approves, also to pending applications. With a shorter validity, users keep at least 30 days to renew.',
    fields: [...fieldsOf(level), reasonField],
    confirm: 'Propose',
    run: (values) => {
      const isOn = (name: string) => values[name] === 'true';
      const needs = number === 0 ? [] : (['document', ...chosenEvidence.filter(isOn)] as const);
      const rules = {
        ...{ level: number, needs: [...needs], by_officer: isOn('by_officer') },
        bank_currencies: fiatCurrencies.filter(isOn),
        valid_days: values.valid_days ? Number(values.valid_days) : null,
      };
      return makeChange({
        send: (confirmation) =>
          call(approvalEndpoints.changeKycLevel, {
            body: { rules, reason: values.reason ?? '', confirmation },
          }),
        done: proposed,
      });
    },
  });
}

const policyLabels = {
  keep_approved_days: 'Days for which documents are kept after an approval',
  keep_rejected_days: 'Days for which documents are kept after a rejection',
  answer_days: 'Days for which an application waits for its owner',
  claim_minutes: 'Minutes for which a claim counts',
} as const satisfies Record<keyof KycPolicy, string>;
const policyNames = Object.keys(policyLabels) as (keyof KycPolicy)[];

function askPolicy(policy: KycPolicy): void {
  askAction({
    title: 'Change verification rules',
    text: 'Applies once a second person approves. Documents kept longer than that are then deleted within an hour.',
    fields: [
      ...policyNames.map((name) => ({
        ...{ name, label: policyLabels[name], kind: 'number' as const, initial: String(policy[name]) },
      })),
      reasonField,
    ],
    confirm: 'Propose',
    run: (values) => {
      const whole = (name: keyof KycPolicy) => Number(values[name] ?? '');
      const wanted: KycPolicy = {
        ...{
          keep_approved_days: whole('keep_approved_days'),
          keep_rejected_days: whole('keep_rejected_days'),
        },
        ...{ answer_days: whole('answer_days'), claim_minutes: whole('claim_minutes') },
      };
      return makeChange({
        send: (confirmation) =>
          call(approvalEndpoints.changeKycPolicy, {
            body: { policy: wanted, reason: values.reason ?? '', confirmation },
          }),
        done: proposed,
      });
    },
  });
}

function Level({ level, mayPropose }: { level: KycLevel; mayPropose: boolean }) {
  return (
    <li className="flex flex-col gap-2 rounded-md border hairline p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">Level {level.level}</h3>
        {mayPropose && (
          <Button
            size="small"
            variant="flat"
            aria-label={`Change level ${level.level}`}
            onClick={() => askLevel(level)}
          >
            Change
          </Button>
        )}
      </div>
      <Facts
        facts={[
          ...(level.level === 0
            ? [['Withdrawals to a bank', level.bank_currencies.join(', ') || 'None'] as const]
            : Object.entries(rulesInWords(level as Parameters<typeof rulesInWords>[0]))),
          ['Withdrawals a day', inUsdt(level.withdrawal_a_day)],
          ['Card payment', inUsdt(level.card_payment_max)],
          ['Card payments a day', inUsdt(level.card_day_max)],
        ]}
      />
    </li>
  );
}

/** What each level of verification takes and unlocks. The limits of withdrawals and cards go by the same levels, and are changed where they stand. */
export function KycRules({ levels, policy }: { levels: readonly KycLevel[]; policy: KycPolicy }) {
  const mayPropose = useMay()('policy.propose');
  const highest = levels.at(-1);
  return (
    <>
      <Card
        title="Levels of verification"
        actions={
          mayPropose &&
          highest !== undefined &&
          levels.length < levelsMax && (
            <Button size="small" variant="flat" onClick={() => askLevel(highest, { isNew: true })}>
              Add a level
            </Button>
          )
        }
      >
        <ul className="grid gap-3 lg:grid-cols-2 xl:grid-cols-3">
          {levels.map((level) => (
            <Level key={level.level} level={level} mayPropose={mayPropose} />
          ))}
        </ul>
        <p className="pt-3 text-xs text-muted">
          Withdrawals a day are changed above, card payments at{' '}
          <Link className="text-accent hover:underline" to="/cards/systems">
            Pay systems
          </Link>
          .
        </p>
      </Card>
      <Card
        title="How verifications are worked on"
        actions={
          mayPropose && (
            <Button size="small" variant="flat" onClick={() => askPolicy(policy)}>
              Change the rules
            </Button>
          )
        }
      >
        <Facts facts={policyNames.map((name) => [policyLabels[name], policy[name]])} />
      </Card>
    </>
  );
}
