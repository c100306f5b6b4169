import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#ui/button/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

interface StepProps {
  number: number;
  title: string;
  state: 'ahead' | 'open' | 'done';
  /** What was answered, in one line, once it is done. */
  summary?: ReactNode;
  onChange?: (() => void) | undefined;
  children: ReactNode;
}

/** One of a few steps. A step that is done folds into one line, from which it can be changed. */
export function Step({ number, title, state, summary, onChange, children }: StepProps) {
  const { t } = useTranslation();
  const titleRef = useRef<HTMLHeadingElement>(null);
  const openedRef = useRef(state === 'open');
  useEffect(() => {
    // Whoever goes on, goes on here; the page as it was opened keeps its own focus.
    if (state === 'open' && !openedRef.current) titleRef.current?.focus();
    openedRef.current = state === 'open';
  }, [state]);
  return (
    <li
      className="border-t hairline py-4 first:border-t-0 first:pt-0 last:pb-0"
      aria-current={state === 'open' ? 'step' : undefined}
    >
      <div className="flex min-h-8 items-center gap-3">
        <span
          aria-hidden="true"
          className={classNames(
            'num grid size-6 flex-none place-content-center rounded-full text-xs font-semibold',
            state === 'open' && 'bg-accent text-surface',
            state === 'ahead' && 'bg-raised text-muted',
            state === 'done' && 'bg-buy/15 text-buy',
          )}
        >
          {state === 'done' ? <Icon name="check" size={14} /> : number}
        </span>
        <h3
          ref={titleRef}
          tabIndex={-1}
          className={classNames(
            'outline-none',
            state === 'done' ? 'sr-only' : 'font-semibold',
            state === 'ahead' && 'text-muted',
          )}
        >
          {title}
        </h3>
        {state === 'done' && (
          <>
            <div className="min-w-0 flex-1">{summary}</div>
            <Button
              size="small"
              variant="flat"
              className="-mr-3"
              aria-label={t('withdrawal.steps.changeName', { step: title })}
              onClick={onChange}
            >
              {t('withdrawal.steps.change')}
            </Button>
          </>
        )}
      </div>
      {state === 'open' && <div className="pt-3 sm:pl-9">{children}</div>}
    </li>
  );
}
