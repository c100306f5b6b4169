import type { Withdrawal } from '@emporion/contracts/rest';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { ConfirmationProgress } from '../components/confirmation-progress.tsx';
import { timelineOf } from './model/timeline.ts';

/** The states of a withdrawal one under the other, the present one strong. */
export function Timeline({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation();
  const isBank = withdrawal.holder !== null;
  return (
    <ol aria-label={t('withdrawal.timeline.label')}>
      {timelineOf(withdrawal).map(({ name, state }, index, all) => (
        <li
          key={name}
          aria-current={state === 'current' ? 'step' : undefined}
          className="relative flex gap-3 pb-3 last:pb-0"
        >
          {index < all.length - 1 && (
            <span
              aria-hidden="true"
              className={classNames(
                'absolute top-5 bottom-0 left-[0.5625rem] w-px',
                state === 'done' ? 'bg-buy' : 'bg-border/40',
              )}
            />
          )}
          <span
            aria-hidden="true"
            className={classNames(
              'mt-px grid size-[1.1875rem] flex-none place-content-center rounded-full border',
              state === 'done' && 'border-transparent bg-buy/15 text-buy',
              state === 'current' && 'border-2 border-accent',
              state === 'ahead' && 'border-border/60',
            )}
          >
            {state === 'done' && <Icon name="check" size={12} />}
            {state === 'current' && <span className="size-1.5 rounded-full bg-accent" />}
          </span>
          <div className="min-w-0 flex-1">
            <p className={state === 'current' ? 'font-semibold' : 'text-muted'}>
              {t(`withdrawal.timeline.${isBank && name === 'network' ? 'bank' : name}`)}
              {state === 'done' && <span className="sr-only">{t('withdrawal.timeline.done')}</span>}
            </p>
            {name === 'network' && state === 'current' && !isBank && (
              <ConfirmationProgress
                confirmations={withdrawal.confirmations}
                required={withdrawal.confirmations_required}
              />
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
