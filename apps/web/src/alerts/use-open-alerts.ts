import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { loadTexts } from '#language/i18n.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';

/** What an alert is wanted for. Without a price the last one stands in its field. */
export interface AlertPrefill {
  readonly pair: string;
  readonly price?: string | undefined;
}

/** Opens the dialog of alerts, which is fetched with the first prefill for it. */
export function useOpenAlerts(): (prefill: AlertPrefill) => void {
  const client = useQueryClient();
  const { t } = useTranslation();
  return useCallback(
    (prefill) => {
      const open = async (): Promise<void> => {
        const [{ showAlerts }] = await Promise.all([
          import('#features/alerts/show-alerts.tsx'),
          loadTexts('alerts'),
          loadTexts('errors'),
        ]);
        showAlerts({ ...prefill, client });
      };
      open().catch(() => showToast({ type: 'error', title: t('common.somethingWentWrong') }));
    },
    [client, t],
  );
}
