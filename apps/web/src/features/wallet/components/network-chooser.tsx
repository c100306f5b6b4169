import type { CoinNetwork } from '@emporion/contracts/rest';
import { useId } from 'react';
import { classNames } from '#ui/class-names.ts';
import { formatNumber } from '#ui/number/format-number.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { Blockchains } from '../api/use-wallet-coins.ts';
import { expectedMinutes } from '../model/expected-time.ts';
import { isOff, type Purpose } from '../model/networks.ts';

interface NetworkChooserProps {
  coin: string;
  networks: readonly CoinNetwork[];
  blockchains: Blockchains;
  purpose: Purpose;
  /** Undefined: none is chosen yet. */
  value: string | undefined;
  onValueChange(network: string): void;
}

/** What a network costs and how long it takes, in one line. */
function useTerms(coin: string, purpose: Purpose) {
  const { t } = useTranslation();
  return (network: CoinNetwork): string => {
    if (isOff(network, purpose)) return t(`wallet.network.off.${purpose}`);
    const fee = network.fee[purpose];
    const minutes = expectedMinutes(network);
    return [
      /[1-9]/.test(fee)
        ? t('wallet.network.fee', { fee: `${formatNumber(fee, { decimals: 18, trimZeros: true })} ${coin}` })
        : t('wallet.network.free'),
      minutes === undefined
        ? t('wallet.confirmations.count', { count: network.confirmations })
        : t('wallet.network.minutes', { count: minutes }),
    ].join(' · ');
  };
}

/** The networks of a coin as cards, the usual one first and marked. Radio buttons underneath; one that is switched off stays to be read. */
export function NetworkChooser(props: NetworkChooserProps) {
  const { coin, networks, blockchains, purpose, value, onValueChange } = props;
  const { t } = useTranslation();
  const group = useId();
  const termsOf = useTerms(coin, purpose);
  return (
    <fieldset className="min-w-0">
      <legend className="field-label mb-1">{t('wallet.network.label')}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {networks.map((network, index) => {
          const off = isOff(network, purpose);
          const known = blockchains[network.network];
          return (
            <label
              key={network.network}
              className={classNames(
                'group relative flex cursor-pointer items-start gap-3 rounded-md border p-3',
                'hairline hover:border-muted has-checked:border-accent has-checked:bg-accent/5 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
                off && 'cursor-not-allowed opacity-70',
              )}
            >
              <input
                type="radio"
                name={group}
                value={network.network}
                checked={network.network === value}
                disabled={off}
                onChange={() => onValueChange(network.network)}
                className="mt-0.5 size-4 flex-none accent-accent"
              />
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-baseline gap-x-2">
                  <span className="font-semibold">{known?.name ?? network.network}</span>
                  {/* The name of a token standard is for tokens: the network's own coin is none. */}
                  {known?.standard && network.contract !== null && (
                    <span className="text-xs text-muted">{known.standard}</span>
                  )}
                </span>
                <span className={classNames('block text-xs', off ? 'text-warn' : 'text-muted')}>
                  {termsOf(network)}
                </span>
                {!off && networks.length > 1 && purpose === 'deposit' && (
                  <span className="mt-1 block text-xs text-pretty text-muted max-sm:hidden max-sm:group-has-checked:block">
                    {t(
                      network.contract === null
                        ? 'wallet.network.for.own'
                        : [`wallet.network.for.${network.network}`, 'wallet.network.for.other'],
                      {
                        network: known?.name ?? network.network,
                        coin,
                      },
                    )}
                  </span>
                )}
              </span>
              {index === 0 && networks.length > 1 && (
                <span className="rounded-sm bg-raised px-1.5 text-xs text-text">
                  {t('wallet.network.usual')}
                </span>
              )}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
