import type { MovementDetails } from '@emporion/contracts/rest';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { momentText } from './movement-words.ts';

const ended: ReadonlySet<string> = new Set(['cancelled', 'expired', 'rejected', 'failed']);
const done: ReadonlySet<string> = new Set(['completed', 'redeemed']);

/** The stages that it has passed, the present one strong. */
export function MovementTimeline({
  timeline,
  isBank,
}: Pick<MovementDetails, 'timeline'> & { isBank: boolean }) {
  const { t, i18n } = useTranslation();
  return (
    <ol aria-label={t('history.timeline')} className="flex flex-col">
      {timeline.map(({ stage, time }, index) => {
        const isLast = index === timeline.length - 1;
        const isEnd = ended.has(stage);
        const tone = isEnd ? 'text-sell' : isLast && !done.has(stage) ? 'text-accent' : 'text-buy';
        return (
          <li
            key={`${stage} ${time}`}
            aria-current={isLast ? 'step' : undefined}
            className="relative flex gap-3 pb-4 last:pb-0"
          >
            {!isLast && (
              <span aria-hidden="true" className="absolute top-5 bottom-0 left-2 border-l hairline" />
            )}
            <Icon
              name={isEnd ? 'circle-x' : isLast && !done.has(stage) ? 'clock' : 'circle-check'}
              size={17}
              className={classNames('mt-0.5 flex-none', tone)}
            />
            <div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
              <span className={isLast ? 'font-semibold' : undefined}>
                {isBank
                  ? t(`history.bankStages.${stage}`, { defaultValue: t(`history.stages.${stage}`) })
                  : t(`history.stages.${stage}`)}
              </span>
              <time dateTime={time} className="num text-xs text-muted">
                {momentText(time, i18n.language, 'exact')}
              </time>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
