import type { Transaction } from '@emporion/contracts/rest';
import { classNames } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

type Status = Transaction['status'];

const looks: Readonly<Record<Status, { icon: IconName; tone: string }>> = {
  pending: { icon: 'clock', tone: 'text-warn' },
  confirming: { icon: 'refresh-cw', tone: 'text-accent' },
  completed: { icon: 'circle-check', tone: 'text-buy' },
  failed: { icon: 'circle-x', tone: 'text-sell' },
  cancelled: { icon: 'minus', tone: 'text-muted' },
};

interface StateBadgeProps {
  status: Status;
  /** Where the state has a better name for this one than for all. */
  label?: string | undefined;
  className?: string | undefined;
}

/** Where a deposit or a withdrawal is: a mark and a word, so that the colour says nothing alone. */
export function StateBadge({ status, label, className }: StateBadgeProps) {
  const { t } = useTranslation();
  const { icon, tone } = looks[status];
  return (
    <span className={classNames('inline-flex items-center gap-1.5 whitespace-nowrap', tone, className)}>
      <Icon name={icon} size={14} />
      {label ?? t(`wallet.status.${status}`)}
    </span>
  );
}
