import { Link } from 'react-router';
import { LinkButton } from '#ui/button/button.tsx';
import { Icon, type IconName } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { BalanceRow } from '../model/balance-rows.ts';

interface RowAction {
  readonly name: 'deposit' | 'withdraw' | 'trade' | 'swap';
  readonly icon: IconName;
  /** Undefined: it is switched off for the coin. */
  readonly to: (row: BalanceRow) => string | undefined;
}

const rowActions: readonly RowAction[] = [
  {
    name: 'deposit',
    icon: 'arrow-down-to-line',
    to: ({ code, canDeposit }) => (canDeposit ? `/wallet/deposit/${code}` : undefined),
  },
  {
    name: 'withdraw',
    icon: 'arrow-up-from-line',
    to: ({ code, canWithdraw }) => (canWithdraw ? `/wallet/withdrawal/${code}` : undefined),
  },
  {
    name: 'trade',
    icon: 'chart-candlestick',
    to: ({ pair }) => (pair === undefined ? undefined : `/trade/${pair}`),
  },
  {
    name: 'swap',
    icon: 'repeat',
    to: ({ code, canSwap }) => (canSwap ? `/quick-swap?from=${code}` : undefined),
  },
];

/** In a row the coin is known. */
const words: Readonly<Record<RowAction['name'], string>> = {
  deposit: 'wallet.tabs.deposit',
  withdraw: 'wallet.tabs.withdrawal',
  trade: 'wallet.kinds.trade',
  swap: 'wallet.kinds.swap',
};

/** What can be done with a coin: icons with a word each in a table, buttons with the whole words in a card. */
export function RowActions({ row, labelled = false }: { row: BalanceRow; labelled?: boolean }) {
  const { t } = useTranslation();
  return (
    <span className={labelled ? 'mt-2 grid grid-cols-2 gap-2 sm:grid-cols-4' : 'flex justify-end'}>
      {rowActions.map(({ name, icon, to }) => {
        const path = to(row);
        const label = t(`wallet.balances.${name}`, { coin: row.code });
        // In a table the others stay in their columns.
        if (path === undefined) return labelled ? null : <span key={name} className="min-w-14" />;
        return labelled ? (
          <LinkButton key={name} to={path} color="black" size="small">
            <Icon name={icon} size={14} />
            {label}
          </LinkButton>
        ) : (
          <Link
            key={name}
            to={path}
            className="flex min-w-14 flex-col items-center gap-0.5 rounded-md px-1 py-1 text-xs text-muted hover:bg-raised hover:text-text"
            // The name begins with the word that is seen, so speech control finds it.
            aria-label={`${t(words[name])} ${row.code}`}
            title={label}
          >
            <Icon name={icon} size={16} />
            {t(words[name])}
          </Link>
        );
      })}
    </span>
  );
}
