import type { ReactNode } from 'react';

interface PageHeadProps {
  title: ReactNode;
  /** One line on what the page is for. */
  text?: ReactNode;
  /** What can be done here, at the far end. */
  actions?: ReactNode;
}

export function PageHead({ title, text, actions }: PageHeadProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <h1 className="text-lg outline-none" tabIndex={-1}>
          {title}
        </h1>
        {text !== undefined && <p className="max-w-prose text-pretty text-muted">{text}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}
