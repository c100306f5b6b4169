import { Checkbox } from '#ui/field/checkbox.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { SectionProps } from '../model/sections.ts';
import { SettingGroup, SettingRow } from '../rows/setting-row.tsx';
import { useChange } from '../use-change.ts';

/** The choices that a mail is sent by today. The account keeps more of them: a switch that nothing reads is not shown. */
const groups = {
  account: ['login'],
  market: ['alerts'],
} as const;

/** What is told by mail. Mails about security are not a choice. */
export function NotificationsSection({ settings }: SectionProps) {
  const { t } = useTranslation();
  const { choose } = useChange();
  return (
    <SettingGroup>
      {(['account', 'market'] as const).map((group) => (
        <SettingRow key={group} title={t(`settings.notifications.groups.${group}`)}>
          <div className="flex flex-col gap-1">
            {groups[group].map((name) => (
              <Checkbox
                key={name}
                label={t(`settings.notifications.${name}`)}
                value={settings.notifications[name]}
                onValueChange={(on) => void choose({ notifications: { [name]: on } })}
              />
            ))}
          </div>
        </SettingRow>
      ))}
    </SettingGroup>
  );
}
