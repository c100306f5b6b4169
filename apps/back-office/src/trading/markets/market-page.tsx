import type { Approval, marketHaltEndpoints, RuleDraft, StaffMarket } from '@emporion/contracts/rest';
import type { CallOutput } from '@emporion/web/api/request.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { formatNumber } from '@emporion/web/ui/number/format-number.ts';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import type * as z from 'zod/mini';
import { useMay } from '#app/me.ts';
import { kindNames } from '#approvals/words.ts';
import { figureText, priceText } from '#kit/amount-text.ts';
import { Badge, inWords } from '#kit/badge.tsx';
import { Changes } from '#kit/changes.tsx';
import { Facts } from '#kit/facts.tsx';
import { Failure } from '#kit/failure.tsx';
import { Loading } from '#kit/loading.tsx';
import { PageHead } from '#kit/page-head.tsx';
import { Time } from '#kit/time.tsx';
import { askCancelOfMarket } from '#trading/orders/cancel.ts';
import { marketStateNames, marketTones } from '#trading/words.ts';
import { askCallOff, askCancelOnly, askHalt, askOpening, askPostOnly, askSwitch } from './market-actions.ts';
import { marketQuery, ruleNames, rulesInOrder } from './market-query.ts';

function Actions({
  market: { pair, set_state, disabled },
  isOpening,
}: {
  market: StaffMarket;
  /** Somebody has proposed to open it. */
  isOpening: boolean;
}) {
  const may = useMay();
  const navigate = useNavigate();
  return (
    <>
      {may('markets.propose') && set_state !== 'open' && !isOpening && (
        <Button color="green" onClick={() => askOpening(pair)}>
          Open
        </Button>
      )}
      {may('markets.propose') && (
        <Button color="black" onClick={() => void navigate(`/trading/markets/${pair}/rules`)}>
          Change rules
        </Button>
      )}
      {may('orders.cancel') && set_state !== 'halted' && (
        <Button color="black" onClick={() => askCancelOfMarket(pair)}>
          Cancel all orders
        </Button>
      )}
      {may('markets.halt') && (
        <Button color="black" onClick={() => askSwitch(pair, !disabled)}>
          {disabled ? 'Switch on' : 'Switch off'}
        </Button>
      )}
      {may('markets.halt') && set_state === 'open' && (
        <Button color="black" onClick={() => askPostOnly(pair)}>
          Post only
        </Button>
      )}
      {may('markets.halt') && set_state !== 'cancel_only' && (
        <Button color="black" onClick={() => askCancelOnly(pair)}>
          Cancel only
        </Button>
      )}
      {may('markets.halt') && set_state !== 'halted' && (
        <Button color="red" onClick={() => askHalt(pair)}>
          Halt
        </Button>
      )}
    </>
  );
}

type Answer = CallOutput<typeof marketHaltEndpoints.read>;

/** The figure of a rule with what it is counted in; the name of the band says that itself. */
function ruleText(name: (typeof rulesInOrder)[number], { rules, base, quote }: StaffMarket): string {
  const figure = figureText(name, rules[name]);
  if (name === 'band') return figure;
  return `${figure} ${name === 'tick' || name.startsWith('cost') ? quote : base}`;
}

const draftTones = { scheduled: 'accent', applied: 'good', cancelled: 'plain' } as const;

function Drafts({ drafts, market }: { drafts: readonly z.infer<typeof RuleDraft>[]; market: StaffMarket }) {
  const may = useMay();
  if (drafts.length === 0) return <p className="text-muted">No change is planned.</p>;
  const current = Object.fromEntries(rulesInOrder.map((name) => [name, market.rules[name]]));
  return (
    <ul className="flex flex-col gap-3">
      {drafts.map((draft) => (
        <li key={draft.id} className="flex flex-wrap items-start gap-x-4 gap-y-1">
          <Badge tone={draftTones[draft.state]}>{inWords(draft.state)}</Badge>
          <Time at={draft.effective} />
          <div className="min-w-0 flex-1">
            {draft.state === 'scheduled' ? (
              <Changes before={current} after={draft.rules} labels={ruleNames} />
            ) : (
              <span className="text-muted">
                {rulesInOrder
                  .map((name) => `${ruleNames[name]} ${figureText(name, draft.rules[name])}`)
                  .join(' · ')}
              </span>
            )}
          </div>
          <Link to={`/approvals/${draft.id}`} className="text-accent hover:underline">
            Proposal
          </Link>
          {draft.state === 'scheduled' && may('markets.propose') && (
            <Button size="small" variant="flat" color="red" onClick={() => askCallOff(draft)}>
              Call off
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Who stopped it and why, and what already waits for a second person. */
function Notices({ stopped, proposals, market }: Answer) {
  return (
    <>
      {stopped !== null && (
        <p role="status" className="rounded-md bg-surface px-4 py-3">
          <b className="font-semibold">{marketStateNames[market.set_state]}</b>
          {` by ${stopped.by} `}
          <Time at={stopped.time} />
          {stopped.reason !== null && `: ${stopped.reason}`}
        </p>
      )}
      {proposals.map(({ id, kind, proposer, proposed }) => (
        <p key={id} className="rounded-md bg-surface px-4 py-3 text-warn">
          <Link to={`/approvals/${id}`} className="text-accent hover:underline">
            {kindNames[kind as Approval['kind']]}
          </Link>
          {` waits for a second person: proposed by ${proposer} `}
          <Time at={proposed} />
        </p>
      ))}
    </>
  );
}

function Content(answer: Answer) {
  const { market, drafts, proposals } = answer;
  const { pair, state, set_state, quote, rules, disabled, closed_by } = market;
  const closers = [...(disabled ? [pair] : []), ...closed_by];
  return (
    <>
      <PageHead
        title={
          <span className="inline-flex items-center gap-2">
            {pair} <Badge tone={marketTones[state]}>{marketStateNames[state]}</Badge>
          </span>
        }
        text={
          state === set_state
            ? undefined
            : `It is set to ${marketStateNames[set_state].toLowerCase()}; ${closers.join(' and ') || 'a change'} ${closers.length === 0 ? 'is under way' : 'is switched off'}.`
        }
        actions={
          <Actions market={market} isOpening={proposals.some(({ kind }) => kind !== 'market_rules')} />
        }
      />
      <Notices {...answer} />
      <Card title="Now">
        <Facts
          facts={[
            [
              'Last price',
              market.price === null
                ? '–'
                : `${formatNumber(market.price, { decimals: rules.price_decimals })} ${quote}`,
            ],
            ['Change 24 h', market.change === null ? '–' : `${market.change}%`],
            ['Volume 24 h', `${formatNumber(market.volume, { decimals: 2 })} ${quote}`],
            [
              'Open orders',
              <Link
                key="open"
                to={`/trading/orders?pair=${pair}&status=open`}
                className="num text-accent hover:underline"
              >
                {market.open_orders.toLocaleString('en')}
              </Link>,
            ],
            [
              'Reference price',
              market.reference_price === null ? undefined : priceText(market.reference_price, quote),
            ],
          ]}
        />
      </Card>
      <Card title="Rules">
        <Facts
          facts={[
            ...rulesInOrder.map((name) => [ruleNames[name], ruleText(name, market)] as const),
            ['Decimals of prices', rules.price_decimals],
            ['Decimals of quantities', rules.quantity_decimals],
          ]}
        />
      </Card>
      <Card title="Changes of the rules">
        <Drafts drafts={drafts} market={market} />
      </Card>
    </>
  );
}

export function MarketPage() {
  const { pair = '' } = useParams();
  const answer = useQuery(marketQuery(pair));
  if (answer.data !== undefined) return <Content {...answer.data} />;
  if (answer.isPending) return <Loading />;
  return <Failure error={answer.error} onRetry={() => void answer.refetch()} retrying={answer.isFetching} />;
}
