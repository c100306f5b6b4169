import type { ReactNode } from 'react';

export interface SettingRowProps {
  title: ReactNode;
  description?: ReactNode;
  /** Stands at the far end: what is set now, a control, a button. */
  end?: ReactNode;
  /** Stands below, over the whole width. */
  children?: ReactNode;
}

/** A flat button is only its words to the eye, so its padding hangs over the edge where it ends the line or begins one. */
const endLook =
  'flex min-w-0 items-center gap-3 md:[&>[data-variant=flat]:last-child]:-mr-3 ' +
  'max-md:[&>[data-variant=flat]:first-child]:-ml-3';

/** One setting: what it is, how it stands, and the way to change it. */
export function SettingRow({ title, description, end, children }: SettingRowProps) {
  return (
    <div className="flex flex-col gap-4 border-t hairline py-4 first:border-t-0">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h3 className="text-base font-semibold">{title}</h3>
          {description !== undefined && (
            <p className="mt-0.5 max-w-prose text-pretty text-muted">{description}</p>
          )}
        </div>
        {end !== undefined && <div className={endLook}>{end}</div>}
      </div>
      {children}
    </div>
  );
}

interface SettingGroupProps {
  title?: string;
  /** Stands under the title, before the first setting. */
  notice?: string | undefined;
  children: ReactNode;
}

/** A group of settings. */
export function SettingGroup({ title, notice, children }: SettingGroupProps) {
  return (
    <div className="rounded-md bg-surface px-4">
      {title !== undefined && <h3 className="pt-4 text-base text-muted">{title}</h3>}
      {notice !== undefined && <p className="pt-1 text-pretty text-warn">{notice}</p>}
      <div>{children}</div>
    </div>
  );
}
