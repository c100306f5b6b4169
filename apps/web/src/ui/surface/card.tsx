import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';

export interface CardProps {
  title?: ReactNode;
  /** Stands at the far end of the title's line. */
  actions?: ReactNode;
  /** Content such as a table or a chart goes to the edges. */
  flush?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** A panel of the page. */
export function Card({ title, actions, flush = false, className, children }: CardProps) {
  const hasHead = title !== undefined || actions !== undefined;
  return (
    <section className={classNames('min-w-0 rounded-md bg-surface', className)}>
      {hasHead && (
        <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 pt-2">
          {title !== undefined && <h2 className="text-base font-semibold">{title}</h2>}
          {actions}
        </div>
      )}
      <div className={flush ? undefined : classNames('px-4 pb-4', hasHead ? 'pt-2' : 'pt-4')}>{children}</div>
    </section>
  );
}
