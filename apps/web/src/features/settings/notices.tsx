import { useQueryClient } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { settingsEndpoints } from '#api/contract/settings.ts';
import { asOwnChange } from '#api/own-changes.ts';
import { settingsQuery } from '#api/queries.ts';
import { withConfirmation } from '#confirmation/confirm.ts';
import { Button } from '#ui/button/button.tsx';
import { Icon, type IconName } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import { momentText } from './model/moments.ts';
import type { SectionProps } from './model/sections.ts';
import { historyKey } from './queries.ts';
import { useEventText } from './use-event-text.ts';
import { useFeedback } from './use-feedback.ts';
import { useFreezeReason } from './use-freeze-reason.ts';

function Notice({ icon, text, children }: { icon: IconName; text: string; children?: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-surface px-4 py-3 text-warn">
      <p className="flex min-w-0 flex-1 basis-64 gap-3 text-pretty">
        <Icon name={icon} size={18} className="mt-px shrink-0" />
        {text}
      </p>
      {children}
    </div>
  );
}

function PayoutsNotice({ until }: { until: string }) {
  const { t, i18n } = useTranslation();
  const reason = useFreezeReason(until);
  const eventText = useEventText();
  const moment = (time: string) => momentText(time, i18n.language);
  const text =
    reason === undefined
      ? t('settings.notices.payouts', { until: moment(until) })
      : t('settings.notices.payoutsReason', {
          until: moment(until),
          event: eventText(reason.event),
          time: moment(reason.time),
        });
  return <Notice icon="clock" text={text} />;
}

/** What holds the account back now, and the way out where there is one. */
export function Notices({ settings }: SectionProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const words = useFeedback();
  const until = settings.payouts_frozen_until;
  const thaw = async (): Promise<void> => {
    const answer = await withConfirmation('security', (confirmation) =>
      asOwnChange('security', () => call(settingsEndpoints.unfreeze, { body: { confirmation } })),
    );
    if (!answer.ok) return words.complain(answer.failure);
    showToast({
      title: t('settings.notices.thawed'),
      description: t('settings.notices.thawedText'),
    });
    await Promise.all(
      [settingsQuery.queryKey, historyKey].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  };
  return (
    <>
      {settings.frozen && (
        <Notice icon="lock" text={t('settings.notices.frozen')}>
          <Button size="small" color="black" onClick={() => void thaw()}>
            {t('settings.notices.thaw')}
          </Button>
        </Notice>
      )}
      {until !== null && new Date(until) > new Date() && <PayoutsNotice until={until} />}
    </>
  );
}
