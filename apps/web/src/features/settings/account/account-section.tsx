import { useTranslation } from '#ui/text/use-translation.ts';
import type { SectionProps } from '../model/sections.ts';
import { EditableRow } from '../rows/editable-row.tsx';
import { SettingGroup } from '../rows/setting-row.tsx';
import { CloseForm } from './close-form.tsx';
import { ExportRow } from './export-row.tsx';
import { FreezeRow } from './freeze-row.tsx';

export function AccountSection({ settings }: SectionProps) {
  const { t } = useTranslation();
  return (
    <>
      <SettingGroup>
        <ExportRow />
        <FreezeRow frozen={settings.frozen} />
      </SettingGroup>
      <SettingGroup>
        <EditableRow
          title={t('settings.closing.title')}
          description={t('settings.closing.text')}
          action={t('settings.closing.begin')}
        >
          {() => <CloseForm email={settings.email} />}
        </EditableRow>
      </SettingGroup>
    </>
  );
}
