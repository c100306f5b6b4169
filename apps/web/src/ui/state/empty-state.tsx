import type { ReactNode } from 'react';
import { Icon, type IconName } from '#ui/icon/icon.tsx';

export interface EmptyStateProps {
  /** One sentence. */
  text: string;
  /** One action. */
  action?: ReactNode;
  icon?: IconName;
}

/** Nothing is here yet: why, and what to do about it. */
export function EmptyState({ text, action, icon = 'inbox' }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-8 text-center text-muted">
      <Icon name={icon} size={28} />
      <p className="max-w-96 text-pretty">{text}</p>
      {action}
    </div>
  );
}
