import { useState } from 'react';
import { call } from '#api/api.ts';
import { factorEndpoints } from '#api/contract/factors.ts';
import { withConfirmation } from '#confirmation/confirm.ts';
import { Button } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { askFirst } from '#ui/modal/ask-first.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { leaveEndedSession } from '../leave-ended-session.ts';
import { SettingRow } from '../rows/setting-row.tsx';
import { useFeedback } from '../use-feedback.ts';
import { type SimpleFactor, useSetUp } from './use-set-up.ts';

/** Whether something is on, in words and in a mark: the colour is the least of it. */
function StateBadge({ on }: { on: boolean }) {
  const { t } = useTranslation();
  return (
    <span className={`inline-flex items-center gap-1.5 ${on ? 'text-buy' : 'text-muted'}`}>
      <Icon name={on ? 'circle-check' : 'minus'} size={16} />
      {on ? t('settings.on') : t('settings.off')}
    </span>
  );
}

interface FactorRowProps {
  method: SimpleFactor;
  on: boolean;
  /** Codes by SMS need a number that is known to work. */
  lacksPhone?: boolean;
}

/** One second factor: whether it is on, and the way to turn it on or off. */
export function FactorRow({ method, on, lacksPhone = false }: FactorRowProps) {
  const { t } = useTranslation();
  const words = useFeedback();
  const setUp = useSetUp();
  const [pending, setPending] = useState(false);

  const turnOff = async (): Promise<void> => {
    const answer = await withConfirmation('factors', (confirmation) =>
      call(factorEndpoints.turnOff, { body: { method, confirmation } }),
    );
    if (!answer.ok) return words.complain(answer.failure);
    leaveEndedSession({ title: t('settings.factors.turnedOff'), description: t('settings.endedText') });
  };
  const question = {
    title: t('settings.factors.offTitle'),
    text: t('settings.factors.offText'),
    confirm: t('settings.factors.turnOff'),
  };
  const press = async (): Promise<void> => {
    setPending(true);
    await setUp(method);
    setPending(false);
  };
  const title = t(`settings.factors.${method}.title`);
  const name = on ? t('settings.factors.turnOff') : t('settings.factors.turnOn');
  return (
    <SettingRow
      title={title}
      description={
        lacksPhone && !on ? t('settings.factors.sms.noPhone') : t(`settings.factors.${method}.text`)
      }
      value={<StateBadge on={on} />}
      end={
        <Button
          size="small"
          variant="flat"
          color={on ? 'red' : 'blue'}
          aria-label={`${name}: ${title}`}
          loading={pending}
          disabled={!on && lacksPhone}
          onClick={() => (on ? askFirst(question, () => void turnOff()) : void press())}
        >
          {name}
        </Button>
      }
    />
  );
}
