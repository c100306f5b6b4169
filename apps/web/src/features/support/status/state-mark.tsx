import { classNames } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { Overall, State } from './status-model.ts';

export const looks: Readonly<Record<Overall, { icon: IconName; colour: string }>> = {
  operational: { icon: 'circle-check', colour: 'text-buy' },
  degraded: { icon: 'triangle-alert', colour: 'text-warn' },
  paused: { icon: 'clock', colour: 'text-warn' },
  down: { icon: 'circle-x', colour: 'text-sell' },
  maintenance: { icon: 'clock', colour: 'text-warn' },
};

/** A state in a word, with a sign whose shape tells it too. */
export function StateMark({ state }: { state: State }) {
  const { t } = useTranslation();
  const { icon, colour } = looks[state];
  return (
    <span className={classNames('inline-flex items-center gap-1.5 align-middle whitespace-nowrap', colour)}>
      <Icon name={icon} size={16} className="flex-none" />
      {t(`help.status.states.${state}`)}
    </span>
  );
}
