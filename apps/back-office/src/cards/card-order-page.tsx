import { type CardOrderDetails, cardReviewEndpoints, paySystemNames } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { formatNumber } from '@emporion/web/ui/number/format-number.ts';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { useMay } from '#app/me.ts';
import { amountText } from '#kit/amount-text.ts';
import { Badge, inWords } from '#kit/badge.tsx';
import { Facts } from '#kit/facts.tsx';
import { Failure } from '#kit/failure.tsx';
import { Identifier } from '#kit/identifier.tsx';
import { Loading } from '#kit/loading.tsx';
import { PageHead } from '#kit/page-head.tsx';
import { Time } from '#kit/time.tsx';
import { askRefund } from './card-actions.ts';
import { accountOf, sideWords, statusTones } from './words.ts';

const outcomes = { applied: 'good', late: 'plain', refused: 'bad' } as const;

function Events({ timeline }: Pick<CardOrderDetails, 'timeline'>) {
  return (
    <ol className="flex flex-col gap-1">
      {timeline.map(({ time, kind, name, outcome }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two of one moment may say the same, and the list only grows.
        <li key={index} className="flex flex-wrap items-baseline gap-x-3">
          <Time at={time} />
          <span>{kind === 'event' ? `Told: ${inWords(name).toLowerCase()}` : inWords(name)}</span>
          {outcome !== null && <Badge tone={outcomes[outcome]}>{inWords(outcome)}</Badge>}
        </li>
      ))}
    </ol>
  );
}

const money = (value: string) => formatNumber(value, { decimals: 2 });

const refundTones = { open: 'accent', done: 'good', undone: 'warn', uncovered: 'warn' } as const;
const refundWords = {
  ...{ open: 'On its way', done: 'Done', undone: 'Not returned by the pay system' },
  uncovered: 'Not covered by the balance',
} as const;

/** What was given back, each time for itself. */
function Refunds({ order: { staff_refunds, give_coin } }: { order: CardOrderDetails }) {
  return (
    <Card title="Refunds and chargeback">
      <ul className="flex flex-col gap-3">
        {staff_refunds.map(({ reference, kind, status, date, amount, taken, lost, by, reason }) => (
          <li key={reference}>
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="num font-semibold">{`${money(amount)} ${give_coin}`}</span>
              <span>{kind === 'chargeback' ? 'Charged back' : 'Refund'}</span>
              <Badge tone={refundTones[status]}>{refundWords[status]}</Badge>
              <Time at={date} />
            </p>
            <p className="text-pretty text-muted">
              {[
                by === null ? 'By the pay system' : `By ${by.username}`,
                ...(taken === null ? [] : [`${money(taken)} ${give_coin} off the balance`]),
                ...(/[1-9]/.test(lost ?? '') ? [`${money(lost ?? '')} ${give_coin} lost`] : []),
                ...(reason === null ? [] : [reason]),
              ].join(' · ')}
            </p>
            <Identifier value={reference} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Why there is no button, and how one comes to it. */
function NotCovered({ order: { refund, user, give_coin, receive_coin } }: { order: CardOrderDetails }) {
  if (refund === null || refund.covered) return null;
  return (
    <p className="text-pretty text-warn">
      {`A refund of all that is left needs ${money(refund.needed)} ${give_coin} free on the balance of ${user.username}, which has ${money(refund.free)}. `}
      {/[1-9]/.test(refund.most) && `So up to ${money(refund.most)} ${give_coin} can be refunded now. `}
      {refund.account === 'active'
        ? `Ask the user to deposit ${give_coin} or to sell ${receive_coin} for it.`
        : `The account is ${refund.account}, and cannot sell ${receive_coin}. Switch withdrawals off and make the account active, so that the user can sell and nothing leaves; then refund.`}
    </p>
  );
}

function Content({ order }: { order: CardOrderDetails }) {
  const may = useMay();
  const { side, status, give, give_coin, receive_coin, received, kept, user, reason, proposal } = order;
  return (
    <>
      <PageHead
        title={
          <span className="inline-flex flex-wrap items-center gap-2">
            {`${sideWords[side]}: ${give} ${give_coin}`}
            <Badge tone={statusTones[status]}>{inWords(status)}</Badge>
          </span>
        }
        text={
          reason === null
            ? `By ${paySystemNames[order.pay_system]}`
            : `By ${paySystemNames[order.pay_system]}: ${inWords(reason).toLowerCase()}`
        }
        actions={
          /[1-9]/.test(order.refund?.most ?? '') &&
          proposal === null &&
          may('deposits.decide') && (
            <Button color="red" onClick={() => askRefund(order)}>
              {/[1-9]/.test(order.refund?.alone_up_to ?? '') ? 'Refund' : 'Propose refund'}
            </Button>
          )
        }
      />
      <NotCovered order={order} />
      {proposal !== null && (
        <p>
          <Link to={`/approvals/${proposal}`} className="text-accent hover:underline">
            A proposal to refund it waits for a second person.
          </Link>
        </p>
      )}
      <div className="grid gap-4 lg:grid-cols-2">
        <Card title="Payment">
          <Facts
            facts={[
              [
                'User',
                <Link key="user" to={`/users/${user.id}`} className="text-accent hover:underline">
                  {user.username}
                </Link>,
              ],
              ['Card or account', accountOf(order)],
              [
                'Same card in',
                order.same_card.length === 0 ? undefined : (
                  <span key="same" className="flex flex-wrap gap-x-2 text-warn">
                    {order.same_card.map((each) => (
                      <Link key={each.id} to={`/users/${each.id}`} className="hover:underline">
                        {each.username}
                      </Link>
                    ))}
                  </span>
                ),
              ],
              ['Method', inWords(order.method)],
              ['Fee', `${money(order.fee)} ${side === 'buy' ? give_coin : receive_coin}`],
              [
                'Trading fee',
                order.trading_fees.length === 0
                  ? undefined
                  : order.trading_fees.map(({ coin, amount }) => amountText(amount, coin)).join(', '),
              ],
              ['Expected', `${order.expected} ${receive_coin}`],
              ['Least', `${order.least} ${receive_coin}`],
              ['Got', received === null ? undefined : `${received} ${receive_coin}`],
              ['Kept as currency', kept === null ? undefined : amountText(kept.amount, kept.currency)],
              ['Value', `${money(order.value)} USDT`],
              [
                'Taken off the balance',
                order.reversed === null ? undefined : `${money(order.reversed.taken)} ${give_coin}`,
              ],
              ['Lost', order.lost === null ? undefined : `${money(order.lost)} ${give_coin}`],
              [
                'Left to refund',
                order.refund === null ? undefined : `${money(order.refund.left)} ${give_coin}`,
              ],
              [
                'Payment',
                order.payment === null ? undefined : <Identifier key="payment" value={order.payment} />,
              ],
              ['Id', <Identifier key="id" value={order.id} />],
            ]}
          />
        </Card>
        <Card title="Timeline">
          <Events timeline={order.timeline} />
        </Card>
        {order.staff_refunds.length > 0 && <Refunds order={order} />}
      </div>
    </>
  );
}

export function CardOrderPage() {
  const { id = '' } = useParams();
  const order = useQuery({
    queryKey: ['card-order', id],
    queryFn: async ({ signal }) =>
      valueOrThrow(await call(cardReviewEndpoints.read, { params: { id }, signal })),
    refetchInterval: 10_000,
  });
  if (order.data !== undefined) return <Content order={order.data} />;
  if (order.isPending) return <Loading />;
  return <Failure error={order.error} onRetry={() => void order.refetch()} retrying={order.isFetching} />;
}
