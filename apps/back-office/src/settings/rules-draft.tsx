import { approvalEndpoints, policyEndpoints, type WithdrawalRulesDraft } from '@emporion/contracts/rest';
import { texts } from '@emporion/i18n/texts';
import { call } from '@emporion/web/api/api.ts';
import { refusalOf } from '@emporion/web/api/refusal-of.ts';
import type { CallOutput } from '@emporion/web/api/request.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { type ActionField, type ActionValues, reasonField } from '#kit/action/field.ts';
import { inWords } from '#kit/badge.tsx';

type Simulation = CallOutput<typeof policyEndpoints.simulate>;

function fieldsOf(rules: WithdrawalRulesDraft): ActionField[] {
  const number = (name: keyof WithdrawalRulesDraft, label: string): ActionField => ({
    ...{ name, label, kind: 'number', initial: String(rules[name]) },
  });
  return [
    number('hold_above', 'Hold above, in USDT'),
    {
      ...{ name: 'hold_on_new_device', label: 'Hold withdrawals from a new device', kind: 'switch' },
      initial: String(rules.hold_on_new_device),
    },
    number('new_device_hours', 'Hours for which a device is new'),
    number('velocity_requests', 'Hold after so many requests'),
    number('velocity_minutes', 'Within so many minutes'),
    number('address_delay_hours', 'Hours until a saved address counts'),
    number('card_hold_hours', 'Hours for which what a card paid stays'),
    number('level', 'Level of newcomers'),
  ];
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
        Of {withdrawals} withdrawals in the last 30 days, these rules would have held <b>{draft.held}</b> (
        {draft.value} USDT: {reasons(draft.by_reason)}).
      </p>
      <p>
        Those of now hold {now.held} ({now.value} USDT: {reasons(now.by_reason)}). Newly held: {newly_held}.
        No longer held: {newly_free}.
      </p>
    </div>
  );
}

/** After the simulation, with what it showed before the eyes of whoever proposes. */
function askProposal(rules: WithdrawalRulesDraft, simulation: Simulation): void {
  askAction({
    title: 'Propose these rules',
    text: <Outcome simulation={simulation} />,
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
    text: 'They are first tried on the withdrawals of the last 30 days. Nothing changes before a second person agrees.',
    fields: fieldsOf(current),
    confirm: 'Simulate',
    run: async (values) => {
      const rules = rulesOf(values);
      const answer = await call(policyEndpoints.simulate, { body: { rules } });
      if (!answer.ok) return refusalOf(answer.failure, texts.t);
      // This form closes first; the next one takes its place.
      setTimeout(() => askProposal(rules, answer.value), 0);
      return undefined;
    },
  });
}
