import { useNavigate } from 'react-router';
import { InTurn } from '#ui/state/in-turn.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { CoinChooser } from '../components/coin-chooser.tsx';
import { ForCoin, type ForCoinProps } from '../components/for-coin.tsx';
import { ListInTurn } from '../components/list-in-turn.tsx';
import { AddressSkeleton } from './address-panel.tsx';
import { DepositForm } from './deposit-form.tsx';
import { DepositList } from './deposit-list.tsx';
import { FindDeposit } from './find-deposit.tsx';

const columns = 'grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]';

const formSkeleton = (
  <>
    <Skeleton className="h-24" />
    <AddressSkeleton />
  </>
);

function PageSkeleton() {
  return (
    <div className={columns}>
      <Card title={<Skeleton className="h-5 w-32" />}>
        <div className="flex flex-col gap-5">
          <Skeleton className="h-16" />
          {formSkeleton}
        </div>
      </Card>
      <Card title={<Skeleton className="h-5 w-32" />}>
        <Skeleton className="h-40" />
      </Card>
    </div>
  );
}

function Deposit({ coin, coins, blockchains, explorers }: ForCoinProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <div className={columns}>
      <Card title={t('wallet.headings.deposit', { coin: coin.code })}>
        <div className="flex flex-col gap-5">
          <CoinChooser
            coins={coins}
            value={coin.code}
            onValueChange={(code) => void navigate(`/wallet/deposit/${code}`)}
          />
          <InTurn turn={1} fallback={formSkeleton}>
            <DepositForm key={coin.code} coin={coin} blockchains={blockchains} />
          </InTurn>
        </div>
      </Card>
      <div className="flex flex-col gap-4 lg:sticky lg:top-16">
        <ListInTurn>
          <DepositList
            blockchains={blockchains}
            explorers={explorers}
            currency={coin.fiat ? coin.code : undefined}
          />
          {!coin.fiat && <FindDeposit />}
        </ListInTurn>
      </div>
    </div>
  );
}

/** Coin, network, then the address; beside it what is on its way. */
export function DepositPage() {
  return <ForCoin skeleton={<PageSkeleton />}>{(known) => <Deposit {...known} />}</ForCoin>;
}
