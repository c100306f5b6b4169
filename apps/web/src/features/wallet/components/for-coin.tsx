import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { CoinState } from '#live/coin-state.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { InTurn } from '#ui/state/in-turn.tsx';
import { Card } from '#ui/surface/card.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { useWalletCoins, type WalletCoins } from '../api/use-wallet-coins.ts';
import { FailureState } from './failure-state.tsx';

export interface ForCoinProps {
  coin: CoinState;
  coins: readonly CoinState[];
  blockchains: WalletCoins['blockchains'];
  explorers: WalletCoins['explorers'];
}

interface Props {
  /** In the final size, until the coins are here. */
  skeleton: ReactNode;
  children: (known: ForCoinProps) => ReactNode;
}

export function UnknownCoin({ code }: { code: string }) {
  const { t } = useTranslation();
  return (
    <Card>
      <div className="flex flex-col items-center gap-4 py-8 text-center">
        <Icon name="search" size={32} className="text-muted" />
        <div>
          <h2 className="text-lg font-semibold">{t('wallet.unknown.title', { coin: code })}</h2>
          <p className="mt-1 text-pretty text-muted">{t('wallet.unknown.text')}</p>
        </div>
        <LinkButton to="/wallet/balances">{t('wallet.tabs.balances')}</LinkButton>
      </div>
    </Card>
  );
}

/** A page about the coin that its address names. One that does not exist, or is hidden, is not presented. */
export function ForCoin({ skeleton, children }: Props) {
  const { t } = useTranslation();
  const { walletitem = '' } = useParams();
  const { coins, blockchains, explorers, error, retrying, retry } = useWalletCoins();
  if (error !== null) {
    return (
      <Card>
        <FailureState title={t('wallet.unread.coins')} error={error} retry={retry} retrying={retrying} />
      </Card>
    );
  }
  if (coins === undefined) return skeleton;
  const coin = coins.find(({ code }) => code === walletitem);
  return coin === undefined ? (
    <UnknownCoin code={walletitem} />
  ) : (
    <InTurn turn={1} fallback={skeleton}>
      {children({ coin, coins, blockchains, explorers })}
    </InTurn>
  );
}
