import { useState } from 'react';
import { call } from '#api/api.ts';
import { settingsEndpoints } from '#api/contract/settings.ts';
import { chosen } from '#language/brand.ts';
import { Button } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { downloadText } from '../model/download.ts';
import { SettingRow } from '../rows/setting-row.tsx';
import { useFeedback } from '../use-feedback.ts';

export function ExportRow() {
  const { t } = useTranslation();
  const words = useFeedback();
  const [pending, setPending] = useState(false);
  const fetchAll = async (): Promise<void> => {
    setPending(true);
    const answer = await call(settingsEndpoints.exportData);
    setPending(false);
    if (!answer.ok) return words.complain(answer.failure);
    const day = new Date().toISOString().slice(0, 10);
    downloadText(`${chosen.brand}-${day}.json`, JSON.stringify(answer.value, null, 2), 'application/json');
  };
  return (
    <SettingRow
      title={t('settings.export.title')}
      wide
      description={t('settings.export.text')}
      end={
        <Button size="small" color="black" loading={pending} onClick={() => void fetchAll()}>
          <Icon name="download" size={16} />
          {t('settings.export.download')}
        </Button>
      }
    />
  );
}
