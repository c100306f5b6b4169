import { marketEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { SelectList, type SelectListProps } from '@emporion/web/ui/field/select-list.tsx';
import { queryOptions, useQuery } from '@tanstack/react-query';

type ChoiceProps = Omit<SelectListProps, 'options'>;

export const coinsQuery = queryOptions({
  queryKey: ['coins'],
  queryFn: async ({ signal }) => valueOrThrow(await call(marketEndpoints.coins, { signal })),
  staleTime: 300_000,
});

/** One of the listed coins, by its code. */
export function CoinChoice(props: ChoiceProps) {
  const { data } = useQuery(coinsQuery);
  const options = (data?.coins ?? []).map(({ code }) => ({ value: code, html: code }));
  return <SelectList {...props} options={options} />;
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Regions that have a name and are countries; the rest of the two-letter codes are unions, tests and unknowns. */
const notCountries: readonly string[] = ['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'];
const countryOptions = letters
  .flatMap((first) => letters.map((second) => `${first}${second}`))
  .filter((code) => !notCountries.includes(code))
  .flatMap((code) => {
    const name = names.of(code);
    return name === undefined ? [] : [{ value: code, html: name }];
  })
  .sort((left, right) => left.html.localeCompare(right.html, 'en'));

export function CountryChoice(props: ChoiceProps) {
  return <SelectList {...props} options={countryOptions} />;
}
