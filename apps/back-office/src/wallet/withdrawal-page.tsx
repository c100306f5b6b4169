import { type WithdrawalReview, withdrawalReviewEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { Button, type ButtonColor } from '@emporion/web/ui/button/button.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { amountText } from '#kit/amount-text.ts';
import { Badge, inWords } from '#kit/badge.tsx';
import { Facts } from '#kit/facts.tsx';
import { Failure } from '#kit/failure.tsx';
import { Identifier, WholeText } from '#kit/identifier.tsx';
import { Loading } from '#kit/loading.tsx';
import { NetworkName } from '#kit/network-name.tsx';
import { PageHead } from '#kit/page-head.tsx';
import { Age, Time } from '#kit/time.tsx';
import { CoinAmount } from './coin-amount.tsx';
import { Timeline } from './timeline.tsx';
import { actionWords, askReview, type ReviewAction } from './withdrawal-actions.ts';
import { riskText, riskTone, stageWord, statusTones, verdictWords, waitsWord } from './words.ts';

const colors: Readonly<Partial<Record<ReviewAction, ButtonColor>>> = {
  approve: 'green',
  release: 'green',
  reject: 'red',
  call_off: 'orange',
  bank_start: 'green',
  bank_sent: 'green',
  bank_booked: 'green',
  bank_returned: 'red',
};

function Actions({ review }: { review: WithdrawalReview }) {
  return (
    <>
      {review.actions.map((action) => (
        <Button
          key={action}
          color={colors[action] ?? 'black'}
          title={actionWords[action].text}
          onClick={() => askReview(review, action)}
        >
          {action === 'approve' && review.second_person ? 'Propose approval' : actionWords[action].label}
        </Button>
      ))}
    </>
  );
}

function Risks({ risks, owner }: Pick<WithdrawalReview, 'risks' | 'owner'>) {
  if (risks.length === 0) return <p className="text-muted">No warnings.</p>;
  return (
    <ul className="flex flex-col gap-2">
      {risks.map((risk) => (
        <li key={risk.kind} className="flex items-baseline gap-2">
          <Badge tone={riskTone(risk)}>{inWords(risk.kind)}</Badge>
          <span className="text-pretty">{riskText(risk, owner)}</span>
        </li>
      ))}
    </ul>
  );
}

function AddressHistory({ history }: { history: WithdrawalReview['address_history'] }) {
  return (
    <>
      <Facts
        facts={[
          ['Other withdrawals to it', String(history.uses)],
          ['By this account before', String(history.own_uses)],
          ['First used', <Time key="first" at={history.first} />],
          ['Last used', <Time key="last" at={history.last} />],
          ['In the address book since', <Time key="saved" at={history.saved} />],
          [
            'By staff',
            history.listed === null ? (
              'Not on the list'
            ) : (
              <span key="listed">
                <Badge tone={verdictWords[history.listed.verdict].tone}>
                  {verdictWords[history.listed.verdict].word}
                </Badge>{' '}
                {history.listed.reason}
              </span>
            ),
          ],
        ]}
      />
      {history.others.length > 0 && (
        <ul className="flex flex-col gap-1 pt-3" aria-label="Other users of the address">
          {history.others.map(({ user, uses, last }) => (
            <li key={user.id} className="flex flex-wrap items-baseline gap-x-3">
              <Link to={`/users/${user.id}`} className="text-accent hover:underline">
                {user.username}
              </Link>
              <span className="text-muted">{uses === 1 ? 'once' : `${uses} times`}, last</span>
              <Time at={last} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const spans: Readonly<Record<number, string>> = {
  1: 'Last hour',
  24: 'Last 24 hours',
  168: 'Last 7 days',
  720: 'Last 30 days',
};

function Owner({ review: { owner, velocity, origin, user } }: { review: WithdrawalReview }) {
  return (
    <Facts
      facts={[
        [
          'User',
          <Link key="user" to={`/users/${user.id}`} className="text-accent hover:underline">
            {user.username}
          </Link>,
        ],
        [
          'Account',
          <span key="account" className="inline-flex flex-wrap gap-1">
            {inWords(owner.status)}
            {owner.flagged && <Badge tone="bad">Flagged</Badge>}
            {owner.labels.map((label) => (
              <Badge key={label}>{label}</Badge>
            ))}
          </span>,
        ],
        [
          'Notes',
          owner.notes === 0 ? undefined : (
            <Link key="notes" to={`/users/${user.id}?tab=notes`} className="num text-accent hover:underline">
              {owner.notes}
            </Link>
          ),
        ],
        ['Opened', <Time key="opened" at={owner.registered} />],
        ['Withdrawal level', String(owner.level)],
        ['Used within 24 hours', `${amountText(owner.day_used)} of ${amountText(owner.day_max)} USDT`],
        [
          'Payouts frozen until',
          owner.payouts_frozen_until === null ? undefined : (
            <Time key="frozen" at={owner.payouts_frozen_until} />
          ),
        ],
        ...velocity.map(
          ({ hours, requests, value }) =>
            [
              spans[hours] ?? `Last ${hours} hours`,
              `${requests === 1 ? '1 request' : `${requests} requests`}, ${amountText(value)} USDT`,
            ] as const,
        ),
        [
          'Asked for from',
          origin === null
            ? undefined
            : `${origin.address}, ${origin.device}${origin.new_device ? ' (new)' : ''}`,
        ],
      ]}
    />
  );
}

function Transactions({ transactions }: Pick<WithdrawalReview, 'transactions'>) {
  if (transactions.length === 0) return <p className="text-muted">No transaction has been made for it.</p>;
  return (
    <ul className="flex flex-col gap-2">
      {transactions.map(({ id, status, hash, waits_for, calls_off, created, block_height }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <Badge>{inWords(status)}</Badge>
          {calls_off && <Badge tone="warn">Pays ourselves, calls the others off</Badge>}
          {hash === null ? 'Not signed' : <Identifier value={hash} />}
          <span className="text-muted">made</span>
          <Time at={created} />
          {block_height !== null && <span className="num">Block {block_height}</span>}
          {waits_for !== null && <span className="text-warn">Waits for: {waitsWord(waits_for)}</span>}
        </li>
      ))}
    </ul>
  );
}

function Content({ review }: { review: WithdrawalReview }) {
  const { amount, currency, status, address, decision, proposal } = review;
  const isBank = review.holder !== null;
  return (
    <>
      <PageHead
        title={
          <span className="inline-flex flex-wrap items-center gap-2">
            <CoinAmount value={amount} coin={currency} />
            <Badge tone={statusTones[status]}>{stageWord(review)}</Badge>
            {review.stuck && <Badge tone="bad">Stuck</Badge>}
            {review.called_off && <Badge tone="warn">Called off</Badge>}
          </span>
        }
        text={
          <>
            Withdrawal, asked for <Age since={review.date} /> ago
          </>
        }
        actions={<Actions review={review} />}
      />
      {proposal !== null && (
        <p>
          <Link to={`/approvals/${proposal}`} className="text-accent hover:underline">
            A proposal to let it go waits for a second person.
          </Link>
        </p>
      )}
      <div className="grid gap-4 lg:grid-cols-2">
        <Card title="Warnings">
          <Risks risks={review.risks} owner={review.owner} />
        </Card>
        <Card title="Payment">
          <Facts
            facts={[
              ['Network', isBank ? 'Bank transfer' : <NetworkName key="network" code={review.network} />],
              ['Account holder', review.holder ?? undefined],
              ['To', review.internal ? 'Another user of the exchange' : undefined],
              [
                isBank ? 'IBAN or account' : 'Address',
                address === null ? undefined : <WholeText key="address" value={address} />,
              ],
              [isBank ? 'Bank code' : 'Memo', review.memo ?? undefined],
              ['Fee', amountText(review.fee, currency)],
              ['Value', review.value === null ? 'Unknown' : amountText(review.value, 'USDT')],
              ['Approval', review.second_person ? 'Takes two people' : 'One person'],
              [
                isBank ? 'Bank’s number' : 'Transaction',
                review.hash === null ? undefined : <Identifier key="h" value={review.hash} />,
              ],
              [
                'Confirmations',
                review.block_height === null
                  ? undefined
                  : `${review.confirmations} of ${review.confirmations_required}`,
              ],
              ['Id', <Identifier key="id" value={review.id} />],
            ]}
          />
        </Card>
        <Card title="Owner">
          <Owner review={review} />
        </Card>
        <Card title={isBank ? 'The account' : 'The address'}>
          <AddressHistory history={review.address_history} />
        </Card>
        {!isBank && (
          <Card title="Transactions">
            <Transactions transactions={review.transactions} />
          </Card>
        )}
        <Card title="Timeline">
          <Timeline stages={review.timeline} network={review.network} />
          {decision !== null && (
            <p className="pt-3">
              {decision.approved ? 'Approved' : 'Rejected'} <Time at={decision.time} />: {decision.reason}
            </p>
          )}
        </Card>
      </div>
    </>
  );
}

export function WithdrawalPage() {
  const { id = '' } = useParams();
  const review = useQuery({
    queryKey: ['withdrawal', id],
    queryFn: async ({ signal }) =>
      valueOrThrow(await call(withdrawalReviewEndpoints.read, { params: { id }, signal })),
    refetchInterval: 5_000,
  });
  if (review.data !== undefined) return <Content review={review.data} />;
  if (review.isPending) return <Loading />;
  return <Failure error={review.error} onRetry={() => void review.refetch()} retrying={review.isFetching} />;
}
