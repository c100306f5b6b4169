import type { CoinState } from '#live/coin-state.ts';
import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { SelectList } from '#ui/field/select-list.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { chooseCurrency, fiatCurrencies, useCurrency } from '../model/currency.ts';

/** What values are shown in: one of the currencies, or a coin. */
export function CurrencyChooser({ coins }: { coins: readonly Pick<CoinState, 'code' | 'name'>[] }) {
  const { t, i18n } = useTranslation();
  const currency = useCurrency();
  const names = new Intl.DisplayNames([i18n.language], { type: 'currency' });
  return (
    <SelectList
      label={t('wallet.value.currency')}
      hideLabel
      value={currency}
      onValueChange={chooseCurrency}
      className="w-28"
      options={[
        ...fiatCurrencies.map((code) => ({ value: code, html: code, otherNames: [names.of(code) ?? code] })),
        ...coins.map(({ code, name }) => ({
          value: code,
          html: code,
          otherNames: [name],
          start: <CoinLogo code={code} size={18} />,
        })),
      ]}
    />
  );
}
