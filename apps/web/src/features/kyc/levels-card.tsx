import type { Kyc, KycLevel } from '@emporion/contracts/rest';
import { Button } from '#ui/button/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { formatNumber } from '#ui/number/format-number.ts';
import { Card } from '#ui/surface/card.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

const shown = (amount: string) => formatNumber(amount, { decimals: 2, trimZeros: true });

function Facts({ level }: { level: KycLevel }) {
  const { t } = useTranslation();
  const upTo = (amount: string) => t('kyc.levels.upTo', { amount: shown(amount) });
  const rows = [
    [t('kyc.levels.withdrawals'), upTo(level.withdrawal_a_day)],
    [t('kyc.levels.cardPayment'), upTo(level.card_payment_max)],
    [t('kyc.levels.cardDay'), upTo(level.card_day_max)],
    [
      t('kyc.levels.bank'),
      level.bank_currencies.length > 0 ? level.bank_currencies.join(', ') : t('kyc.levels.none'),
    ],
  ];
  return (
    <dl className="flex flex-col gap-1.5">
      {rows.map(([name, value]) => (
        <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-3">
          <dt className="text-muted">{name}</dt>
          <dd className="num ml-auto text-end">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface LevelProps {
  level: KycLevel;
  isCurrent: boolean;
  isVerified: boolean;
  /** The exchange gives its limits to everybody: verifying for it changes none. */
  isGiven: boolean;
  onApply: (() => void) | undefined;
}

function Level({ level, isCurrent, isVerified, isGiven, onApply }: LevelProps) {
  const { t } = useTranslation();
  return (
    <li
      className={classNames(
        'flex flex-col gap-3 rounded-md border p-3',
        isCurrent ? 'border-accent' : 'hairline',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="flex items-center gap-2 font-semibold">
          {t('kyc.levels.name', { level: level.level })}
          {isVerified && <Icon name="circle-check" size={16} className="text-buy" />}
        </h3>
        {isCurrent && <span className="text-xs font-semibold text-accent">{t('kyc.levels.current')}</span>}
      </div>
      <Facts level={level} />
      {isGiven && <p className="text-pretty text-muted">{t('kyc.levels.had')}</p>}
      {level.needs.length > 0 && !isVerified && (
        <div className="text-xs text-pretty text-muted">
          <p>{t('kyc.levels.needs')}</p>
          <ul className="list-disc ps-4">
            {level.needs.map((each) => (
              <li key={each}>{t(`kyc.evidence.${each}`)}</li>
            ))}
          </ul>
          {level.by_officer && <p className="mt-2">{t('kyc.levels.officer')}</p>}
          {level.valid_days !== null && (
            <p className="mt-2">{t('kyc.levels.valid', { days: String(level.valid_days) })}</p>
          )}
        </div>
      )}
      {onApply && (
        <Button
          size="small"
          color={isGiven ? 'black' : undefined}
          className="mt-auto self-start"
          onClick={onApply}
        >
          {t('kyc.levels.apply', { level: level.level })}
        </Button>
      )}
    </li>
  );
}

/** What each level unlocks, with the way to each that is above the verified one. */
export function LevelsCard({
  kyc,
  isWide = false,
  onApply,
}: {
  kyc: Kyc;
  /** Side by side, where it is what the page is about. */
  isWide?: boolean;
  /** Left out while an application is under way. */
  onApply: ((level: number) => void) | undefined;
}) {
  const { t } = useTranslation();
  return (
    <Card title={t('kyc.levels.title')}>
      <ul className={isWide ? 'grid gap-3 sm:grid-cols-2 lg:grid-cols-3' : 'flex flex-col gap-3'}>
        {kyc.levels.map((level) => (
          <Level
            key={level.level}
            level={level}
            isCurrent={level.level === kyc.level}
            isVerified={level.level > 0 && level.level <= kyc.verified_level}
            isGiven={level.level > kyc.verified_level && level.level > 0 && level.level <= kyc.level}
            onApply={
              onApply && kyc.available && level.level > kyc.verified_level
                ? () => onApply(level.level)
                : undefined
            }
          />
        ))}
      </ul>
    </Card>
  );
}
