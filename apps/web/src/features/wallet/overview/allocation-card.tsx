import type { WalletOverview } from '@emporion/contracts/rest';
import { Amount } from '#ui/number/amount.tsx';
import { Card } from '#ui/surface/card.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { ValueAmount } from '../components/value-amount.tsx';
import { allocation, type Slice } from '../model/allocation.ts';

/**
 * Neighbours differ in hue and in lightness. Blue, amber and grey are told apart with any kind of colour vision, and
 * none of them says gain or loss.
 */
const tones = [
  'text-accent',
  'text-warn',
  'text-muted',
  'text-accent opacity-50',
  'text-warn opacity-45',
  'text-muted opacity-45',
  'text-accent opacity-25',
];

const radius = 15.915_494;

/** A ring whose whole is 100, so that a share is a length. It is silent: the list says the same in words. */
function Ring({ slices }: { slices: readonly Slice[] }) {
  let before = 0;
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" className="size-28 flex-none -rotate-90">
      {slices.map(({ coin, share }, index) => {
        const length = Number(share);
        const gap = slices.length > 1 ? Math.min(0.8, length / 2) : 0;
        const offset = -before;
        before += length;
        return (
          <circle
            key={coin ?? 'rest'}
            cx="20"
            cy="20"
            r={radius}
            fill="none"
            stroke="currentColor"
            strokeWidth="6"
            strokeDasharray={`${length - gap} ${100 - length + gap}`}
            strokeDashoffset={offset}
            className={tones[index]}
          />
        );
      })}
    </svg>
  );
}

/** Of what the total is made: by coin. */
function ByCoin({ slices }: { slices: readonly Slice[] }) {
  const { t } = useTranslation();
  return (
    <div className="flex items-center gap-4">
      <Ring slices={slices} />
      <ul className="min-w-0 flex-1">
        {slices.map(({ coin, share }, index) => (
          <li key={coin ?? 'rest'} className="flex items-center justify-between gap-2 py-0.5">
            <span className="flex items-center gap-2">
              <span aria-hidden="true" className={`size-2.5 rounded-sm bg-current ${tones[index]}`} />
              {coin ?? t('wallet.overview.others')}
            </span>
            <Amount value={share} decimals={1} unit="%" dimZeros={false} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const places = ['available', 'orders', 'withdrawals', 'codes'] as const;

/** How the total is spread over coins, and where it is. */
export function AllocationCard({ overview }: { overview: WalletOverview }) {
  const { t } = useTranslation();
  const slices = allocation(overview.holdings);
  return (
    <Card title={t('wallet.overview.allocation')}>
      <div className="flex flex-col gap-4">
        {slices.length > 0 ? (
          <ByCoin slices={slices} />
        ) : (
          <p className="text-muted">{t('wallet.value.none')}</p>
        )}
        <dl className="divide-y divide-border/20">
          {places.map((place) => (
            <div key={place} className="flex items-baseline justify-between gap-4 py-1.5">
              <dt className="text-muted">{t(`wallet.overview.places.${place}`)}</dt>
              <dd>
                <ValueAmount value={overview.parts[place]} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  );
}
