import { classNames } from '#ui/class-names.ts';
import { useArea, useTranslation } from '#ui/text/use-translation.ts';
import type { PasswordRating } from './rate-password.ts';

const steps = [1, 2, 3, 4] as const;
const fills = ['bg-sell', 'bg-sell', 'bg-warn', 'bg-buy', 'bg-buy'] as const;

interface StrengthMeterProps {
  rating: PasswordRating | null;
  /** The field says itself why it was not taken. */
  isRefused: boolean;
}

/** Four bars and a word, and why it would not be taken. The words are what counts: colours alone say nothing to many. */
export function StrengthMeter({ rating, isRefused }: StrengthMeterProps) {
  useArea('errors');
  const { t } = useTranslation();
  const strength = rating?.strength ?? null;
  const refusal = isRefused ? undefined : rating?.refusal;
  return (
    <div className="flex flex-col gap-1 text-xs">
      <div className="flex items-center gap-3">
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
      <p role="status" className="text-warn empty:hidden">
        {refusal === undefined ? '' : t(`errors.${refusal}`)}
      </p>
    </div>
  );
}
