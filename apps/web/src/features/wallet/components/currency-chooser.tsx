import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { SelectList } from '#ui/field/select-list.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { useWalletCoins } from '../api/use-wallet-coins.ts';
import { chooseCurrency, fiatCurrencies, useCurrency } from '../model/currency.ts';

/** The browser's name of a currency. To look for the first one takes a phone a tenth of a second. */
function nameOf(code: string, language: string): string {
  return new Intl.DisplayNames([language], { type: 'currency' }).of(code) ?? code;
}

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
          otherNames: () => [nameOf(code, i18n.language)],
        })),
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
