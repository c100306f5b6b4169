import { useQueryClient } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { settingsEndpoints } from '#api/contract/settings.ts';
import { settingsQuery } from '#api/queries.ts';
import { Button } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { askFirst } from '#ui/modal/ask-first.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import { sessionsQuery } from '../queries.ts';
import { SettingRow } from '../rows/setting-row.tsx';
import { useFeedback } from '../use-feedback.ts';

/** For somebody who fears that another person is in the account: it takes no code, so that nothing delays it. */
export function FreezeRow({ frozen }: { frozen: boolean }) {
  const { t } = useTranslation();
  const words = useFeedback();
  const client = useQueryClient();
  const freeze = async (): Promise<void> => {
    const answer = await call(settingsEndpoints.freeze);
    if (!answer.ok) return words.complain(answer.failure);
    showToast({ title: t('settings.freezing.done') });
    await client.invalidateQueries({ queryKey: settingsQuery.queryKey });
    await client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  };
  const question = {
    title: t('settings.freezing.askTitle'),
    text: t('settings.freezing.askText'),
    confirm: t('settings.freezing.freeze'),
  };
  return (
    <SettingRow
      title={t('settings.freezing.title')}
      wide
      description={frozen ? t('settings.freezing.frozenText') : t('settings.freezing.text')}
      end={
        frozen ? undefined : (
          <Button size="small" color="black" onClick={() => askFirst(question, () => void freeze())}>
            <Icon name="lock" size={16} />
            {t('settings.freezing.freeze')}
          </Button>
        )
      }
    />
  );
}
