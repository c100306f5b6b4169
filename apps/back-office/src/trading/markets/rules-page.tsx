import {
  approvalEndpoints,
  marketHaltEndpoints,
  type StaffMarket,
  type StaffOrder,
} from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { refusalOf } from '@emporion/web/api/refusal-of.ts';
import type { CallOutput } from '@emporion/web/api/request.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { NumericInput } from '@emporion/web/ui/field/numeric-input.tsx';
import { TextField } from '@emporion/web/ui/field/text-field.tsx';
import type { FormRefusal } from '@emporion/web/ui/form/field-problem.ts';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useTranslation } from '@emporion/web/ui/text/use-translation.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { amountText, figureText } from '#kit/amount-text.ts';
import { inWords } from '#kit/badge.tsx';
import { Changes } from '#kit/changes.tsx';
import { Failure } from '#kit/failure.tsx';
import { Loading } from '#kit/loading.tsx';
import { PageHead } from '#kit/page-head.tsx';
import { timeText, zoneText } from '#kit/time.tsx';
import { Holder } from '#trading/holder.tsx';
import { marketQuery, type RuleName, ruleNames, rulesInOrder } from './market-query.ts';

type Rules = Record<RuleName, string>;
type Preview = CallOutput<typeof marketHaltEndpoints.previewRules>;

function currentRules({ rules }: StaffMarket): Rules {
  return Object.fromEntries(rulesInOrder.map((name) => [name, rules[name]])) as Rules;
}

/** Tomorrow, as a field of date and time writes it. */
function tomorrow(): string {
  const day = new Date(Date.now() + 86_400_000);
  day.setHours(0, 0, 0, 0);
  return new Date(day.getTime() - day.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function Touched({ preview }: { preview: Preview }) {
  if (preview.count === 0) return <p className="text-muted">Every open order fits these rules.</p>;
  return (
    <>
      <p className="pb-2 text-muted">
        {`${preview.count.toLocaleString('en')} open ${preview.count === 1 ? 'order does' : 'orders do'} not fit these rules. They stay as they are; only new and changed orders are held to the rules.`}
      </p>
      <ul className="flex flex-col gap-1">
        {preview.results.map(({ order, breaks }: { order: StaffOrder; breaks: readonly string[] }) => (
          <li key={order.id} className="flex flex-wrap gap-x-3">
            <Link to={`/trading/orders/${order.id}`} className="num text-accent hover:underline">
              {`#${order.id}`}
            </Link>
            <Holder user={order.user} />
            <span className="num">{`${inWords(order.operation)} ${amountText(order.quantity)} at ${order.price === null ? 'market' : amountText(order.price)}`}</span>
            <span className="text-warn">{breaks.map(inWords).join(', ')}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Draft({ market }: { market: StaffMarket }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pair } = market;
  const current = currentRules(market);
  const [rules, setRules] = useState<Rules>(current);
  const [effective, setEffective] = useState(tomorrow);
  const [preview, setPreview] = useState<Preview>();
  const [refusal, setRefusal] = useState<FormRefusal>();
  const [isPending, setPending] = useState(false);
  const isChanged = rulesInOrder.some((name) => rules[name] !== current[name]);

  const look = async (): Promise<void> => {
    setPending(true);
    const result = await call(marketHaltEndpoints.previewRules, { params: { pair }, body: rules });
    setPending(false);
    setPreview(result.ok ? result.value : undefined);
    setRefusal(result.ok ? undefined : refusalOf(result.failure, t));
  };
  const propose = (): void =>
    askAction({
      title: `Change the rules of ${pair}`,
      text: (
        <div className="flex flex-col gap-2">
          <Changes before={current} after={rules} labels={ruleNames} />
          <p>{`They apply from ${timeText(effective)} (${zoneText()}), once a second person has approved them.`}</p>
        </div>
      ),
      fields: [reasonField],
      confirm: 'Propose',
      run: ({ reason = '' }) =>
        makeChange({
          send: (confirmation) =>
            call(approvalEndpoints.changeMarketRules, {
              body: { pair, effective: new Date(effective).toISOString(), rules, reason, confirmation },
            }),
          done: 'Proposed. A second person has to approve it.',
          onDone: ({ id }) => void navigate(`/approvals/${id}`),
        }),
    });

  return (
    <>
      <Card title="New rules">
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {rulesInOrder.map((name) => (
            <NumericInput
              key={name}
              label={ruleNames[name]}
              hint={`Now ${figureText(name, current[name])}`}
              error={refusal?.fields?.[name]}
              value={rules[name]}
              maxDecimals={18}
              onValueChange={(value) => {
                setRules({ ...rules, [name]: value });
                setPreview(undefined);
              }}
            />
          ))}
          <TextField
            label="Apply from"
            hint={`Time zone: ${zoneText()}.`}
            type="datetime-local"
            value={effective}
            onChange={(event) => setEffective(event.currentTarget.value)}
          />
        </div>
        {refusal?.message !== undefined && (
          <p role="alert" className="pt-3 text-sell">
            {refusal.message}
          </p>
        )}
        <div className="flex flex-wrap gap-2 pt-4">
          <Button color="black" loading={isPending} disabled={!isChanged} onClick={() => void look()}>
            Preview
          </Button>
          <Button disabled={preview === undefined || effective === ''} onClick={propose}>
            Propose
          </Button>
          {preview === undefined && (
            <p className="self-center text-muted">
              {isChanged ? 'Preview the change before you propose it.' : 'Change a value to preview it.'}
            </p>
          )}
        </div>
      </Card>
      {preview !== undefined && (
        <Card title="Open orders">
          <Touched preview={preview} />
        </Card>
      )}
    </>
  );
}

export function RulesPage() {
  const { pair = '' } = useParams();
  const answer = useQuery({ ...marketQuery(pair), refetchInterval: false });
  if (answer.data !== undefined) {
    return (
      <>
        <PageHead
          title={`Rules of ${pair}`}
          text="Preview which open orders would break the new rules, then propose them. A second person approves, and the rules apply from the date you choose."
        />
        <Draft market={answer.data.market} />
      </>
    );
  }
  if (answer.isPending) return <Loading />;
  return <Failure error={answer.error} onRetry={() => void answer.refetch()} retrying={answer.isFetching} />;
}
