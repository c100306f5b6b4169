import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { loadTexts } from '#language/i18n.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { formatNumber } from '#ui/number/format-number.ts';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { InTurn } from '#ui/state/in-turn.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';
import { dateFormat, dateStyles } from '#ui/text/formats.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { CoinChooser } from '../components/coin-chooser.tsx';
import { ForCoin, type ForCoinProps } from '../components/for-coin.tsx';
import { ListInTurn } from '../components/list-in-turn.tsx';
import { Notice } from '../components/notice.tsx';
import { PrivateAmount } from '../components/private-amount.tsx';
import { firstOpen, isOff } from '../model/networks.ts';
import { ownedFirst } from '../model/owned-coins.ts';
import { quoteQuery } from './withdrawal-calls.ts';
import { useUnconfirmed, WithdrawalList } from './withdrawal-list.tsx';
import { WithdrawalSteps } from './withdrawal-steps.tsx';

const columns = 'grid items-start gap-4 lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)]';

const formSkeleton = (
  <Card title={<Skeleton className="h-5 w-32" />}>
    <Skeleton className="h-80" />
  </Card>
);

/** Fetched when somebody begins to fill in the form, and at once by the address of a withdrawal. */
const status = lazyPart(async () => {
  const [{ WithdrawalStatus }] = await Promise.all([
    import('./withdrawal-status.tsx'),
    loadTexts('confirmation'),
    loadTexts('errors'),
  ]);
  return WithdrawalStatus;
}, formSkeleton);

function PageSkeleton() {
  return (
    <div className={columns}>
      {formSkeleton}
      <Card title={<Skeleton className="h-5 w-32" />}>
        <Skeleton className="h-40" />
      </Card>
    </div>
  );
}

/** What keeps everything from leaving: a coin that rests, a pause of the account, nothing to send. Undefined when nothing does. */
function useObstacle({ coin }: ForCoinProps) {
  const { t, i18n } = useTranslation();
  const terms = firstOpen(coin.networks, 'withdrawal');
  const off = coin.disable_withdrawals || terms === undefined || isOff(terms, 'withdrawal');
  const { data: quote } = useQuery({
    ...quoteQuery({ currency: coin.code, network: terms?.network ?? '' }),
    enabled: !off,
  });
  if (off) {
    return (
      <Notice tone="warn" icon="clock" title={t('withdrawal.off.title', { coin: coin.code })}>
        <p className="mt-1">{t('withdrawal.off.text', { coin: coin.code })}</p>
      </Notice>
    );
  }
  if (quote?.frozen_until) {
    const time = dateFormat(i18n.language, dateStyles.moment);
    return (
      <Notice tone="warn" icon="shield-check" title={t('withdrawal.frozen.title')}>
        <p className="mt-1">
          {t('withdrawal.frozen.text', { time: time.format(Date.parse(quote.frozen_until)) })}
        </p>
      </Notice>
    );
  }
  if (quote !== undefined && !/[1-9]/.test(quote.available)) {
    return (
      <EmptyState
        icon="wallet"
        text={t(/[1-9]/.test(coin.orders) ? 'withdrawal.nothing.orders' : 'withdrawal.nothing.text', {
          coin: coin.code,
        })}
        action={
          <LinkButton to={`/wallet/deposit/${coin.code}`}>
            {t('wallet.headings.deposit', { coin: coin.code })}
          </LinkButton>
        }
      />
    );
  }
  return undefined;
}

/** What is free of the coin, from the first step on. */
function Available({ coin: { actual, decimals, code } }: Pick<ForCoinProps, 'coin'>) {
  const { t } = useTranslation();
  return (
    <span>
      {t('withdrawal.amount.available')}{' '}
      <PrivateAmount value={actual} decimals={decimals} trimZeros unit={code} className="text-text" />
    </span>
  );
}

function WithdrawalForm(props: ForCoinProps & { onFollow(id: string): void }) {
  const { coin, coins, blockchains, onFollow } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const obstacle = useObstacle(props);
  const unconfirmed = useUnconfirmed();
  return (
    <Card title={t('wallet.headings.withdrawal', { coin: coin.code })}>
      <div className="flex flex-col gap-5" onFocusCapture={() => void status.load().catch(() => undefined)}>
        {unconfirmed !== undefined && (
          <Notice tone="warn" icon="clock" title={t('withdrawal.waiting.title')}>
            <p className="mt-1">
              {t('withdrawal.waiting.text', {
                amount: `${formatNumber(unconfirmed.amount, { trimZeros: true })} ${unconfirmed.coin}`,
              })}
            </p>
            <LinkButton
              size="small"
              color="yellow"
              className="mt-3"
              to={`/wallet/withdrawal/${unconfirmed.coin}?id=${unconfirmed.id}`}
            >
              {t('withdrawal.waiting.open')}
            </LinkButton>
          </Notice>
        )}
        <CoinChooser
          coins={ownedFirst(coins)}
          value={coin.code}
          labelEnd={<Available coin={coin} />}
          onValueChange={(code) => void navigate(`/wallet/withdrawal/${code}`)}
        />
        {obstacle ?? (
          <InTurn turn={1} fallback={<Skeleton className="h-80" />}>
            <WithdrawalSteps
              key={coin.code}
              coin={coin}
              blockchains={blockchains}
              onRequested={({ id }) => onFollow(id)}
            />
          </InTurn>
        )}
      </div>
    </Card>
  );
}

function Withdrawals(props: ForCoinProps) {
  const [search, setSearch] = useSearchParams();
  const id = search.get('id');
  return (
    <div className={columns}>
      {id === null ? (
        <WithdrawalForm {...props} onFollow={(made) => setSearch({ id: made })} />
      ) : (
        <status.Part
          key={id}
          id={id}
          blockchains={props.blockchains}
          explorers={props.explorers}
          onNew={() => setSearch({})}
        />
      )}
      <ListInTurn>
        <WithdrawalList currency={props.coin.fiat ? props.coin.code : undefined} />
      </ListInTurn>
    </div>
  );
}

/** Three steps to a withdrawal, then how it stands; beside it those of before. The one that is followed stands in the address bar. */
export function WithdrawalPage() {
  return <ForCoin skeleton={<PageSkeleton />}>{(known) => <Withdrawals {...known} />}</ForCoin>;
}
