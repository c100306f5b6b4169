import { approvalEndpoints, policyEndpoints, type WithdrawalRulesDraft } from '@emporion/contracts/rest';
import { texts } from '@emporion/i18n/texts';
import { call } from '@emporion/web/api/api.ts';
import { refusalOf } from '@emporion/web/api/refusal-of.ts';
import type { CallOutput } from '@emporion/web/api/request.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { type ActionField, type ActionValues, reasonField } from '#kit/action/field.ts';
import { amountText } from '#kit/amount-text.ts';
import { inWords } from '#kit/badge.tsx';
import { Changes } from '#kit/changes.tsx';

type Simulation = CallOutput<typeof policyEndpoints.simulate>;

const labels: Readonly<Record<keyof WithdrawalRulesDraft, string>> = {
  hold_above: 'Hold withdrawals above, in USDT',
  hold_on_new_device: 'Hold withdrawals from a new device',
  new_device_hours: 'A device is new for, in hours',
  velocity_requests: 'Hold after this many requests',
  velocity_minutes: 'Within this many minutes',
  address_delay_hours: 'New saved addresses wait, in hours',
  card_hold_hours: 'Money paid in by card stays for, in hours',
  level: 'Level of new accounts',
};

function fieldsOf(rules: WithdrawalRulesDraft): ActionField[] {
  return (Object.keys(labels) as (keyof WithdrawalRulesDraft)[]).map((name) => ({
    ...{ name, label: labels[name], initial: String(rules[name]) },
    kind: name === 'hold_on_new_device' ? 'switch' : 'number',
  }));
}

function rulesOf(values: ActionValues): WithdrawalRulesDraft {
  const whole = (name: string) => Number(values[name] ?? '');
  return {
    hold_above: values.hold_above ?? '',
    hold_on_new_device: values.hold_on_new_device === 'true',
    new_device_hours: whole('new_device_hours'),
    velocity_requests: whole('velocity_requests'),
    velocity_minutes: whole('velocity_minutes'),
    address_delay_hours: whole('address_delay_hours'),
    card_hold_hours: whole('card_hold_hours'),
    level: whole('level'),
  };
}

const reasons = (by: Record<string, number>) =>
  Object.entries(by)
    .map(([reason, count]) => `${inWords(reason).toLowerCase()} ${count}`)
    .join(', ') || 'none';

function Outcome({ simulation }: { simulation: Simulation }) {
  const { withdrawals, now, draft, newly_held, newly_free } = simulation;
  return (
    <div className="flex flex-col gap-1">
      <p>
        {`Of ${withdrawals.toLocaleString('en')} withdrawals in the last 30 days, the new rules would have held `}
        <b>{draft.held}</b>
        {` (${amountText(draft.value, 'USDT')}: ${reasons(draft.by_reason)}).`}
      </p>
      <p>
        {`The current rules held ${now.held} (${amountText(now.value, 'USDT')}: ${reasons(now.by_reason)}). Newly held: ${newly_held}. No longer held: ${newly_free}.`}
      </p>
    </div>
  );
}

/** After the simulation, with what it showed before the eyes of whoever proposes. */
function askProposal(
  rules: WithdrawalRulesDraft,
  { current, simulation }: { current: WithdrawalRulesDraft; simulation: Simulation },
): void {
  askAction({
    title: 'Propose these rules',
    text: (
      <div className="flex flex-col gap-3">
        <Changes before={current} after={rules} labels={labels} />
        <Outcome simulation={simulation} />
      </div>
    ),
    fields: [reasonField],
    confirm: 'Propose',
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(approvalEndpoints.changeWithdrawalRules, { body: { rules, reason, confirmation } }),
        done: 'Proposed. A second person has to approve it.',
      }),
  });
}

/** Rules are tried on what happened before anybody proposes them. */
export function askRules(current: WithdrawalRulesDraft): void {
  askAction({
    title: 'Draft rules for withdrawals',
    text: 'The rules are first tried on the withdrawals of the last 30 days. Nothing changes until a second person approves.',
    fields: fieldsOf(current),
    confirm: 'Simulate',
    run: async (values) => {
      const rules = rulesOf(values);
      const answer = await call(policyEndpoints.simulate, { body: { rules } });
      if (!answer.ok) return refusalOf(answer.failure, texts.t);
      // This form closes first; the next one takes its place.
      setTimeout(() => askProposal(rules, { current, simulation: answer.value }), 0);
      return undefined;
    },
  });
}
