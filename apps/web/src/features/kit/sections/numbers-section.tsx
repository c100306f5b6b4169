import { Amount, type AmountProps } from '#ui/number/amount.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { KitSection } from '../kit-section.tsx';

const samples: readonly { name: string; amounts: readonly AmountProps[] }[] = [
  {
    name: 'exact',
    amounts: [
      { value: '1234567.123456789', unit: 'BTC' },
      { value: '0.25', unit: 'BTC' },
      { value: '21000000', unit: 'BTC' },
    ],
  },
  { name: 'volume', amounts: [{ value: '18204551.2', decimals: 2, unit: 'USDT' }] },
  {
    name: 'change',
    amounts: [
      { value: '2.41', decimals: 2, unit: '%', signed: true },
      { value: '-0.87', decimals: 2, unit: '%', signed: true },
      { value: '0', decimals: 2, unit: '%', signed: true },
    ],
  },
  { name: 'units', amounts: [{ value: 150_000_000n, scale: 8, unit: 'BTC' }] },
  { name: 'missing', amounts: [{ value: '', unit: 'BTC' }] },
];

export function NumbersSection() {
  const { t } = useTranslation();
  return (
    <KitSection name="numbers">
      <dl className="grid gap-x-6 gap-y-3 md:grid-cols-2">
        {samples.map(({ name, amounts }) => (
          <div key={name} className="flex justify-between gap-4 border-b hairline pb-2">
            <dt className="text-muted">{t(`kit.number.${name}`)}</dt>
            <dd className="flex flex-col items-end">
              {amounts.map((amount) => (
                <Amount key={String(amount.value)} {...amount} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-xl font-bold text-buy">
        <Amount value="64120.5" decimals={2} dimZeros={false} />
      </p>
    </KitSection>
  );
}
