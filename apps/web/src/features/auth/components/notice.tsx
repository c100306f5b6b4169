import type { ReactNode } from 'react';
import { Icon, type IconName } from '#ui/icon/icon.tsx';

const looks = {
  info: { icon: 'info', color: 'text-accent' },
  success: { icon: 'circle-check', color: 'text-buy' },
  warning: { icon: 'triangle-alert', color: 'text-warn' },
} as const satisfies Record<string, { icon: IconName; color: string }>;

/** One thing to know before going on. */
export function Notice({ kind = 'info', children }: { kind?: keyof typeof looks; children: ReactNode }) {
  const { icon, color } = looks[kind];
  return (
    <p role="status" className="flex gap-2 rounded-md bg-raised px-3 py-2.5 text-base text-pretty">
      <Icon name={icon} size={16} className={`mt-0.5 shrink-0 ${color}`} />
      <span className="min-w-0 break-words">{children}</span>
    </p>
  );
}
