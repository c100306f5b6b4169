import type { Holding } from '@emporion/contracts/rest';
import { Link } from 'react-router';
import { coinName } from '#live/coin-name.ts';
import type { CoinState } from '#live/coin-state.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { ChangeText } from '#ui/number/change-text.tsx';
import { Card } from '#ui/surface/card.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { useWalletCoins } from '../api/use-wallet-coins.ts';
import { PrivateAmount } from '../components/private-amount.tsx';
import { ValueAmount } from '../components/value-amount.tsx';

const shownMax = 8;

function HoldingRow({ holding, coin }: { holding: Holding; coin: CoinState | undefined }) {
  const { i18n } = useTranslation();
  return (
    <li className="border-t hairline first:border-t-0">
      <Link
        to={`/wallet/history/${holding.coin}`}
        className="-mx-2 grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-3 rounded-md px-2 py-2 hover:bg-raised/60 sm:grid-cols-[minmax(0,1fr)_7rem_minmax(9rem,auto)]"
      >
        <span className="flex min-w-0 items-center gap-3">
          <CoinLogo code={holding.coin} size={32} />
          <span className="min-w-0">
            <span className="block font-semibold">{holding.coin}</span>
            <span className="block truncate text-xs text-muted">
              {coin === undefined ? holding.coin : coinName(coin, i18n.language)}
            </span>
          </span>
        </span>
        <span className="text-end text-xs max-sm:hidden">
          <ChangeText change={holding.change_24h} />
        </span>
        <span className="text-end">
          <ValueAmount value={holding.value} className="block font-semibold" />
          <PrivateAmount
            value={holding.total}
            decimals={coin?.decimals ?? 8}
            trimZeros
            unit={holding.coin}
            className="block text-xs text-muted"
          />
        </span>
      </Link>
    </li>
  );
}

/** The coins that are held, the most valuable first. */
export function HoldingsCard({ holdings }: { holdings: readonly Holding[] }) {
  const { t } = useTranslation();
  const { coins = [] } = useWalletCoins();
  return (
    <Card
      className="tour-coins"
      title={t('wallet.overview.coins')}
      actions={
        <LinkButton to="/wallet/balances" size="small" variant="flat" className="-mr-3">
          {t('wallet.overview.allBalances')}
        </LinkButton>
      }
    >
      <ul>
        {holdings.slice(0, shownMax).map((holding) => (
          <HoldingRow
            key={holding.coin}
            holding={holding}
            coin={coins.find(({ code }) => code === holding.coin)}
          />
        ))}
      </ul>
    </Card>
  );
}
