import { coinName } from '#live/coin-name.ts';
import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { SelectList } from '#ui/field/select-list.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { useWalletCoins } from '../api/use-wallet-coins.ts';
import { chooseCurrency, fiatCurrencies, useCurrency } from '../model/currency.ts';

/** What values are shown in: one of the currencies, or a coin. */
export function CurrencyChooser() {
  const { t, i18n } = useTranslation();
  const { coins = [] } = useWalletCoins();
  const currency = useCurrency();
  return (
    <SelectList
      label={t('wallet.value.currency')}
      hideLabel
      value={currency}
      onValueChange={chooseCurrency}
      className="w-28"
      options={[
        ...fiatCurrencies.map((code) => ({
          value: code,
          html: code,
          otherNames: () => [coinName({ code, name: code, fiat: true }, i18n.language)],
        })),
        ...coins
          .filter(({ fiat }) => !fiat)
          .map(({ code, name }) => ({
            value: code,
            html: code,
            otherNames: [name],
            start: <CoinLogo code={code} size={18} />,
          })),
      ]}
    />
  );
}
