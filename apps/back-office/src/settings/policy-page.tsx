import { approvalEndpoints, policyEndpoints, type WithdrawalRulesDraft } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import type { CallOutput } from '@emporion/web/api/request.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { formatNumber } from '@emporion/web/ui/number/format-number.ts';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '#app/me.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { type ActionField, type ActionValues, reasonField } from '#kit/action/field.ts';
import { Facts } from '#kit/facts.tsx';
import { Failure } from '#kit/failure.tsx';
import { Loading } from '#kit/loading.tsx';
import { PageHead } from '#kit/page-head.tsx';
import { Time } from '#kit/time.tsx';
import { KycRules } from './kyc-rules.tsx';
import { askRules } from './rules-draft.tsx';

type Policy = CallOutput<typeof policyEndpoints.read>;
type Tiers = Policy['fee_tiers'];

const proposed = 'Proposed. A second person has to approve it.';
const percent = (parts: number) => `${formatNumber(String(parts / 10_000), { trimZeros: true })}%`;

function tierFields(tiers: Tiers): ActionField[] {
  return tiers.map(({ name, volume, maker, taker }) => ({
    name: `tier_${name}`,
    label: `Tier ${name}`,
    kind: 'text',
    initial: `${volume} ${maker} ${taker}`,
    hint:
      name === tiers[0]?.name
        ? 'Volume in USDT, maker and taker in parts per million: 1000 are 0.1%.'
        : undefined,
    check: (value) => (/^\d+(?:\.\d+)? \d+ \d+$/.test(value) ? undefined : { code: 'value_invalid' }),
  })) as ActionField[];
}

function tiersOf(tiers: Tiers, values: ActionValues): Tiers {
  return tiers.map(({ name }) => {
    const [volume = '0', maker = '0', taker = '0'] = (values[`tier_${name}`] ?? '').split(' ');
    return { name, volume, maker: Number(maker), taker: Number(taker) };
  });
}

function askTiers(tiers: Tiers): void {
  askAction({
    title: 'Draft fee tiers',
    text: 'Applies from the date you choose, once a second person approves. There can be one draft per day.',
    fields: [
      { name: 'effective', label: 'In force from', kind: 'moment' },
      ...tierFields(tiers),
      reasonField,
    ],
    confirm: 'Propose',
    run: (values) =>
      makeChange({
        send: (confirmation) =>
          call(approvalEndpoints.changeFeeTiers, {
            body: {
              effective: new Date(values.effective ?? '').toISOString(),
              ...{ tiers: tiersOf(tiers, values), reason: values.reason ?? '', confirmation },
            },
          }),
        done: proposed,
      }),
  });
}

/** A level is one digit. */
const levelsMax = 10;

function askLevels(levels: Policy['levels']): void {
  askAction({
    title: 'Change daily limits',
    text: 'How much can be withdrawn within 24 hours, in USDT, by level. Applies once a second person approves.',
    fields: [
      ...levels.map(({ level, value_a_day }) => ({
        ...{ name: `level_${level}`, label: `Level ${level}`, kind: 'number' as const, initial: value_a_day },
      })),
      ...(levels.length < levelsMax
        ? [
            {
              ...{ name: 'added', label: `New level ${levels.length}`, kind: 'number' as const },
              ...{ isOptional: true, hint: 'Empty: no level is added. A level cannot be taken away later.' },
            },
          ]
        : []),
      reasonField,
    ],
    confirm: 'Propose',
    run: (values) =>
      makeChange({
        send: (confirmation) =>
          call(approvalEndpoints.changeLevelLimits, {
            body: {
              levels: [
                ...levels.map(({ level }) => ({ level, value_a_day: values[`level_${level}`] ?? '0' })),
                ...(values.added ? [{ level: levels.length, value_a_day: values.added }] : []),
              ],
              ...{ reason: values.reason ?? '', confirmation },
            },
          }),
        done: proposed,
      }),
  });
}

function TierTable({ tiers }: { tiers: Tiers }) {
  return (
    <table className="w-full text-left">
      <thead className="text-xs text-muted">
        <tr>
          <th className="py-1 font-normal">Tier</th>
          <th className="py-1 text-right font-normal">Volume of 30 days, USDT</th>
          <th className="py-1 text-right font-normal">Maker</th>
          <th className="py-1 text-right font-normal">Taker</th>
        </tr>
      </thead>
      <tbody>
        {tiers.map(({ name, volume, maker, taker }) => (
          <tr key={name}>
            <td className="py-1">{name}</td>
            <td className="num py-1 text-right">{formatNumber(volume, { trimZeros: true })}</td>
            <td className="num py-1 text-right">{percent(maker)}</td>
            <td className="num py-1 text-right">{percent(taker)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function RuleFacts({ rules }: { rules: WithdrawalRulesDraft }) {
  return (
    <Facts
      facts={[
        ['Held above', `${formatNumber(rules.hold_above, { trimZeros: true })} USDT`],
        [
          'From a new device',
          rules.hold_on_new_device ? `Held, for ${rules.new_device_hours} h` : 'Not held',
        ],
        ['Held after', `${rules.velocity_requests} requests in ${rules.velocity_minutes} min`],
        ['New saved addresses wait', `${rules.address_delay_hours} h`],
        [
          'Money paid in by card stays for',
          rules.card_hold_hours === 0 ? 'Can be withdrawn at once' : `${rules.card_hold_hours} h`,
        ],
        ['Level of new accounts', rules.level],
      ]}
    />
  );
}

/** Fees, limits and the rules by which money leaves: changed by two people. */
export function PolicyPage() {
  const may = useMay();
  const policy = useQuery({
    queryKey: ['policy'],
    queryFn: async ({ signal }) => valueOrThrow(await call(policyEndpoints.read, { signal })),
  });
  if (policy.isPending) return <Loading />;
  if (policy.data === undefined)
    return <Failure error={policy.error} onRetry={() => void policy.refetch()} />;
  const { fee_tiers, fee_tier_drafts, levels, rules, kyc_levels, kyc_policy } = policy.data;
  const mayPropose = may('policy.propose');
  const button = (words: string, onClick: () => void) =>
    mayPropose && (
      <Button size="small" variant="flat" onClick={onClick}>
        {words}
      </Button>
    );
  return (
    <>
      <PageHead title="Fees, limits and rules" text="Every change needs the approval of a second person." />
      <Card title="Fee tiers" actions={button('Draft new tiers', () => askTiers(fee_tiers))}>
        <TierTable tiers={fee_tiers} />
        {fee_tier_drafts.map(({ id, effective, tiers }) => (
          <div key={id} className="mt-4">
            <p className="text-muted">
              In force from <Time at={effective} />
            </p>
            <TierTable tiers={tiers} />
          </div>
        ))}
      </Card>
      <Card title="Daily limits by level" actions={button('Change or add', () => askLevels(levels))}>
        <Facts
          facts={levels.map(({ level, value_a_day, users }) => [
            `Level ${level}`,
            `${formatNumber(value_a_day, { trimZeros: true })} USDT${users > 0 ? `, ${users} by hand` : ''}`,
          ])}
        />
      </Card>
      <Card
        title="When a withdrawal is held for review"
        actions={button('Draft new rules', () => askRules(rules))}
      >
        <RuleFacts rules={rules} />
      </Card>
      <KycRules levels={kyc_levels} policy={kyc_policy} />
    </>
  );
}
