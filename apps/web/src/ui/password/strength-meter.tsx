import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/class-names.ts';
import type { Strength } from './rate-password.ts';

const steps = [1, 2, 3, 4] as const;
const fills = ['bg-sell', 'bg-sell', 'bg-warn', 'bg-buy', 'bg-buy'] as const;

/** Four bars and a word. The word is what counts: colours alone say nothing to many. */
export function StrengthMeter({ strength }: { strength: Strength | null }) {
  const { t } = useTranslation();
  return (
    <div className="flex items-center gap-3 text-xs">
      <div className="flex flex-1 gap-1" aria-hidden="true">
        {steps.map((step) => (
          <span
            key={step}
            className={classNames(
              'h-1 flex-1 rounded-sm transition-colors',
              strength !== null && strength >= step ? fills[strength] : 'bg-raised',
            )}
          />
        ))}
      </div>
      <p role="status" className="min-w-24 text-end text-muted">
        {strength === null ? '' : t(`common.strength.${strength}`)}
      </p>
    </div>
  );
}
