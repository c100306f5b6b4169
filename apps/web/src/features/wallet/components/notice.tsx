import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/icon/icon.tsx';

interface NoticeProps {
  tone?: 'warn' | 'info' | undefined;
  icon?: IconName | undefined;
  title?: string | undefined;
  children: ReactNode;
  className?: string | undefined;
}

/** A few sentences that must be read, with a mark before them. */
export function Notice({ tone = 'info', icon, title, children, className }: NoticeProps) {
  const look = tone === 'warn' ? 'border-warn/50 bg-warn/10' : 'hairline bg-raised/50';
  return (
    <div className={classNames('flex gap-3 rounded-md border p-3', look, className)}>
      <Icon
        name={icon ?? (tone === 'warn' ? 'triangle-alert' : 'info')}
        size={18}
        className={classNames('mt-px flex-none', tone === 'warn' ? 'text-warn' : 'text-muted')}
      />
      <div className="min-w-0 flex-1 text-pretty">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
