import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';

export interface SettingRowProps {
  title: ReactNode;
  description?: ReactNode;
  /** How it stands now: before the control, or below the title on a phone. */
  value?: ReactNode;
  /** Stands at the far end: a control, a button. */
  end?: ReactNode;
  /** The control is too wide for the line of the title on a phone, and stands below. */
  wide?: boolean;
  /** Stands below, over the whole width. */
  children?: ReactNode;
}

/** On a phone: the title with its button, then the description, how it stands, and a control that is too wide. */
const gridLook =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 md:grid-cols-[minmax(12rem,1fr)_minmax(0,auto)_auto]';

/** A button is higher than a line and, when flat, only its words to the eye: what is more hangs over the edges. */
const endLook =
  'flex min-w-0 items-center gap-3 md:col-start-3 md:row-start-1 md:justify-end ' +
  'max-md:[&>[data-variant=flat]]:-my-3 max-md:[&>.icon-button]:-my-3 ' +
  '[&>[data-variant=flat]:last-child]:-mr-3 [&>.icon-button:last-child]:-mr-2';

/** One setting: what it is, how it stands, and the way to change it. */
export function SettingRow({ title, description, value, end, wide = false, children }: SettingRowProps) {
  const beside = description === undefined ? '' : 'md:row-span-2';
  return (
    <div className="flex flex-col gap-4 border-t hairline py-4 first:border-t-0">
      <div className={gridLook}>
        <h3 className={classNames('text-base font-semibold md:pr-3', wide && 'max-md:col-span-full')}>
          {title}
        </h3>
        {description !== undefined && (
          <p className="mt-0.5 max-w-prose text-pretty text-muted max-md:order-1 max-md:col-span-full md:col-start-1 md:row-start-2 md:pr-3">
            {description}
          </p>
        )}
        {value !== undefined && (
          <div
            className={classNames(
              'wrap-anywhere max-md:order-2 max-md:col-span-full max-md:mt-1.5 md:col-start-2 md:row-start-1 md:text-right',
              beside,
            )}
          >
            {value}
          </div>
        )}
        {end !== undefined && (
          <div
            className={classNames(endLook, beside, wide && 'max-md:order-3 max-md:col-span-full max-md:mt-2')}
          >
            {end}
          </div>
        )}
      </div>
      {children}
    </div>
  );
}

interface SettingGroupProps {
  id?: string;
  title?: string;
  /** Stands under the title, before the first setting. */
  notice?: string | undefined;
  children: ReactNode;
}

/** A group of settings. */
export function SettingGroup({ id, title, notice, children }: SettingGroupProps) {
  return (
    <div
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      className="scroll-mt-20 rounded-md bg-surface px-4"
    >
      {title !== undefined && <h3 className="pt-4 text-base text-muted">{title}</h3>}
      {notice !== undefined && <p className="pt-1 text-pretty text-warn">{notice}</p>}
      <div>{children}</div>
    </div>
  );
}
