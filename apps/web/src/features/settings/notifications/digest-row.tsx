import { digestTimes, type NotificationMatrix } from '@emporion/contracts/rest';
import { SelectList } from '#ui/field/select-list.tsx';
import { dateFormat } from '#ui/text/formats.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { SettingGroup, SettingRow } from '../rows/setting-row.tsx';
import { useChoose } from './use-choices.ts';

const hours = Array.from({ length: 24 }, (_none, hour) => hour);

/** When the one mail comes, shown once something waits for it. Whoever chooses does so in the time zone of this browser. */
export function DigestRow({ matrix: { choices, digest } }: { matrix: NotificationMatrix }) {
  const { t, i18n } = useTranslation();
  const choose = useChoose();
  if (!Object.values(choices).some(({ mail }) => mail === 'digest')) return null;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const change = (terms: Partial<NotificationMatrix['digest']>) =>
    void choose({ digest: { ...terms, time_zone: zone } });
  const clock = dateFormat(i18n.language, { timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' });
  return (
    <SettingGroup>
      <SettingRow
        title={t('settings.notifications.digest.title')}
        description={`${t('settings.notifications.digest.text')} ${t('settings.notifications.digest.zone', { zone: digest.time_zone })}`}
        wide
        end={
          <>
            <SelectList
              label={t('settings.notifications.digest.every')}
              hideLabel
              className="w-40"
              options={digestTimes.map((every) => ({
                value: every,
                html: t(`settings.notifications.digest.${every}`),
              }))}
              value={digest.every}
              onValueChange={(every) => change({ every: every === 'week' ? 'week' : 'day' })}
            />
            <SelectList
              label={t('settings.notifications.digest.hour')}
              hideLabel
              className="w-36"
              options={hours.map((hour) => ({ value: String(hour), html: clock.format(hour * 3_600_000) }))}
              value={String(digest.hour)}
              onValueChange={(hour) => change({ hour: Number(hour) })}
            />
          </>
        }
      />
    </SettingGroup>
  );
}
