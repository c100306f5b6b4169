import { type DepositReview, depositReviewEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { amountText } from '#kit/amount-text.ts';
import { Badge, inWords } from '#kit/badge.tsx';
import { Facts } from '#kit/facts.tsx';
import { Failure } from '#kit/failure.tsx';
import { Identifier } from '#kit/identifier.tsx';
import { Loading } from '#kit/loading.tsx';
import { NetworkName } from '#kit/network-name.tsx';
import { PageHead } from '#kit/page-head.tsx';
import { Time } from '#kit/time.tsx';
import { CoinAmount } from './coin-amount.tsx';
import { askCredit, askTake } from './deposit-actions.ts';
import { Timeline } from './timeline.tsx';
import { depositReason, statusTones } from './words.ts';

function Actions({ review }: { review: DepositReview }) {
  return (
    <>
      {review.actions.includes('credit') && (
        <Button color="green" onClick={() => askCredit(review)}>
          {review.second_person ? 'Propose credit' : 'Credit'}
        </Button>
      )}
      {review.actions.includes('take') && (
        <Button color="black" onClick={() => askTake(review)}>
          Take for the house
        </Button>
      )}
    </>
  );
}

function Content({ review }: { review: DepositReview }) {
  const { amount, currency, chain_amount, status, stage, user, decision, explorer } = review;
  return (
    <>
      <PageHead
        title={
          <span className="inline-flex flex-wrap items-center gap-2">
            {amount === null || currency === null ? (
              amountText(chain_amount, 'units of a token that is not listed')
            ) : (
              <CoinAmount value={amount} coin={currency} />
            )}
            <Badge tone={statusTones[status]}>{inWords(stage)}</Badge>
          </span>
        }
        text={review.reason === null ? 'Deposit' : `Deposit, held: ${depositReason(review.reason)}`}
        actions={<Actions review={review} />}
      />
      {review.proposal !== null && (
        <p>
          <Link to={`/approvals/${review.proposal}`} className="text-accent hover:underline">
            A proposal to credit it waits for a second person.
          </Link>
        </p>
      )}
      <div className="grid gap-4 lg:grid-cols-2">
        <Card title="What came">
          <Facts
            facts={[
              [
                'User',
                user === null ? (
                  'Nobody'
                ) : (
                  <Link key="user" to={`/users/${user.id}`} className="text-accent hover:underline">
                    {user.username}
                  </Link>
                ),
              ],
              ['Value', review.value === null ? 'Unknown' : amountText(review.value, 'USDT')],
              ['Crediting', review.second_person ? 'Takes two people' : 'One person'],
              ['Network', <NetworkName key="network" code={review.network} />],
              ['Address', <Identifier key="address" value={review.address} />],
              ['Memo', review.memo ?? undefined],
              ['Contract', review.contract ?? undefined],
              ['Fee', review.fee === null ? undefined : amountText(review.fee, review.currency ?? '')],
              ['In the smallest units', chain_amount],
            ]}
          />
        </Card>
        <Card title="On the network">
          <Facts
            facts={[
              ['Transaction', <Identifier key="hash" value={review.hash} />],
              ['Output', String(review.output_index)],
              ['Block', review.block_height === null ? 'None' : String(review.block_height)],
              ['Confirmations', `${review.confirmations} of ${review.confirmations_required}`],
              [
                'Explorer',
                explorer === null ? undefined : (
                  <a key="explorer" href={explorer} target="_blank" rel="noreferrer" className="text-accent">
                    Open
                  </a>
                ),
              ],
              ['Id', <Identifier key="id" value={review.id} />],
            ]}
          />
        </Card>
        <Card title="Timeline">
          <Timeline stages={review.timeline} network={review.network} />
          {decision !== null && (
            <p className="pt-3">
              {decision.action === 'take' ? 'Taken for the house' : 'Credited by decision'}{' '}
              <Time at={decision.time} />: {decision.reason}
            </p>
          )}
        </Card>
      </div>
    </>
  );
}

export function DepositPage() {
  const { id = '' } = useParams();
  const review = useQuery({
    queryKey: ['deposit', id],
    queryFn: async ({ signal }) =>
      valueOrThrow(await call(depositReviewEndpoints.read, { params: { id }, signal })),
    refetchInterval: 10_000,
  });
  if (review.data !== undefined) return <Content review={review.data} />;
  if (review.isPending) return <Loading />;
  return <Failure error={review.error} onRetry={() => void review.refetch()} retrying={review.isFetching} />;
}
