import type { SavedAddress } from '@emporion/contracts/rest';
import type { CoinState } from '#live/coin-state.ts';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { Blockchains } from '../api/use-wallet-coins.ts';
import { AddressText } from '../components/address-text.tsx';
import { Countdown } from '../components/countdown.tsx';
import { useNow } from '../components/use-now.ts';
import { isOff, networkName } from '../model/networks.ts';

interface SavedAddressChoiceProps {
  coin: CoinState;
  blockchains: Blockchains;
  saved: readonly SavedAddress[];
  onlySaved: boolean;
  id: string;
  name: string;
  value: string;
  error: string | undefined;
  onValueChange(id: string): void;
}

/** One of the saved addresses. One whose waiting time is not over, or whose network rests, can be read and not chosen. */
export function SavedAddressChoice(props: SavedAddressChoiceProps) {
  const { coin, blockchains, saved, onlySaved, id, name, value, error, onValueChange } = props;
  const { t } = useTranslation();
  const lastMs = Math.max(...saved.map(({ usable_from }) => Date.parse(usable_from)));
  const now = useNow(onlySaved ? lastMs : 0);
  return (
    <fieldset className="field" aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className="field-label mb-1">{t('withdrawal.to.saved')}</legend>
      <div className="flex max-h-80 flex-col gap-2 overflow-y-auto">
        {saved.map((address) => {
          const waits = onlySaved && Date.parse(address.usable_from) > now;
          const terms = coin.networks.find(({ network }) => network === address.network);
          const off = terms === undefined || isOff(terms, 'withdrawal');
          return (
            <label
              key={address.id}
              className={classNames(
                'flex min-h-11 cursor-pointer items-start gap-3 rounded-md border p-3 hairline hover:border-muted',
                'has-checked:border-accent has-checked:bg-accent/5 has-focus-visible:outline-2 has-focus-visible:outline-accent',
                (waits || off) && 'cursor-not-allowed opacity-70',
              )}
            >
              <input
                type="radio"
                name={name}
                value={address.id}
                checked={address.id === value}
                disabled={waits || off}
                aria-invalid={error === undefined ? undefined : true}
                onChange={() => onValueChange(address.id)}
                className="mt-0.5 size-4 flex-none accent-accent"
              />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-semibold">{address.label}</span>
                <span className="block text-xs text-muted">
                  <AddressText value={address.address} short />
                  {` · ${address.holder ?? networkName(address.network, blockchains)}`}
                </span>
                {off && <span className="block text-xs text-warn">{t('wallet.network.off.withdrawal')}</span>}
                {waits && (
                  <span className="block text-xs text-warn">
                    {t('withdrawal.to.usableIn')} <Countdown until={address.usable_from} />
                  </span>
                )}
              </span>
            </label>
          );
        })}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className="field-error">
          <Icon name="circle-alert" size={14} />
          <span>{t('withdrawal.to.chooseSaved')}</span>
        </p>
      )}
    </fieldset>
  );
}
