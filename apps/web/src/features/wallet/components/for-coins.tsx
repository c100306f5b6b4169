import type { ReactNode } from 'react';
import { InTurn } from '#ui/state/in-turn.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { useWalletCoins, type WalletCoins } from '../api/use-wallet-coins.ts';
import { FailureState } from './failure-state.tsx';

interface ForCoinsProps {
  children: (
    known: Pick<WalletCoins, 'blockchains'> & { coins: NonNullable<WalletCoins['coins']> },
  ) => ReactNode;
}

const skeleton = (
  <Card title={<Skeleton className="h-5 w-32" />}>
    <Skeleton className="h-80" />
  </Card>
);

/** A page about coins in general, once they are here. */
export function ForCoins({ children }: ForCoinsProps) {
  const { t } = useTranslation();
  const { coins, blockchains, error, retrying, retry } = useWalletCoins();
  if (error !== null) {
    return (
      <Card>
        <FailureState title={t('wallet.unread.coins')} error={error} retry={retry} retrying={retrying} />
      </Card>
    );
  }
  if (coins === undefined) return skeleton;
  return (
    <InTurn turn={1} fallback={skeleton}>
      {children({ coins, blockchains })}
    </InTurn>
  );
}
