import { useTranslation } from '#ui/text/use-translation.ts';
import type { SectionProps } from '../model/sections.ts';
import { EditableRow } from '../rows/editable-row.tsx';
import { SettingGroup } from '../rows/setting-row.tsx';
import { AntiPhishingForm } from './anti-phishing-form.tsx';
import { AutoLogoutRow } from './auto-logout-row.tsx';
import { FactorsGroup } from './factors-group.tsx';
import { PasswordForm } from './password-form.tsx';

export function SecuritySection({ settings }: SectionProps) {
  const { t } = useTranslation();
  const phrase = settings.anti_phishing_code;
  return (
    <>
      <SettingGroup>
        <EditableRow
          title={t('settings.security.password')}
          description={t('settings.security.passwordHint')}
        >
          {(close) => <PasswordForm settings={settings} close={close} />}
        </EditableRow>
      </SettingGroup>
      <FactorsGroup settings={settings} />
      <SettingGroup>
        <EditableRow
          title={t('settings.security.antiPhishing')}
          description={t('settings.security.antiPhishingHint')}
          value={phrase ?? <span className="text-muted">{t('settings.security.antiPhishingNone')}</span>}
          action={phrase === null ? t('settings.security.antiPhishingChoose') : undefined}
        >
          {(close) => <AntiPhishingForm phrase={phrase} close={close} />}
        </EditableRow>
        <AutoLogoutRow settings={settings} />
      </SettingGroup>
    </>
  );
}
