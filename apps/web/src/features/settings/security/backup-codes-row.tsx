import { useQueryClient } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { factorEndpoints } from '#api/contract/factors.ts';
import { withConfirmation } from '#confirmation/confirm.ts';
import { Button } from '#ui/button/button.tsx';
import { askFirst } from '#ui/modal/ask-first.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { factorsQuery } from '../queries.ts';
import { SettingRow } from '../rows/setting-row.tsx';
import { useFeedback } from '../use-feedback.ts';
import { showBackupCodes } from './show-backup-codes.tsx';

const fewLeft = 3;

export function BackupCodesRow({ left }: { left: number }) {
  const { t } = useTranslation();
  const words = useFeedback();
  const client = useQueryClient();
  const renew = async (): Promise<void> => {
    const answer = await withConfirmation('factors', (confirmation) =>
      call(factorEndpoints.renewBackupCodes, { body: { confirmation } }),
    );
    if (!answer.ok) return words.complain(answer.failure);
    showBackupCodes(answer.value.backup_codes);
    await client.invalidateQueries({ queryKey: factorsQuery.queryKey });
  };
  const question = {
    title: t('settings.backup.renewTitle'),
    text: t('settings.backup.renewText'),
    confirm: t('settings.backup.renew'),
  };
  return (
    <SettingRow
      title={t('settings.backup.rowTitle')}
      description={t('settings.backup.rowText')}
      value={
        <span className={left <= fewLeft ? 'text-warn' : undefined}>
          {t('settings.backup.left', { count: left })}
        </span>
      }
      end={
        <Button size="small" variant="flat" onClick={() => askFirst(question, () => void renew())}>
          {t('settings.backup.renew')}
        </Button>
      }
    />
  );
}
