import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { settingsQuery } from '#api/queries.ts';
import { ExportControl } from '#exports/export-control.tsx';
import { showModal } from '#ui/modal/modal-store.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import { type HistoryFilter, movementQuery } from './history-filter.ts';

/** The years that there can be a statement of, the present one first. */
export function yearsSince(created: string, now: Date): readonly number[] {
  const [first, last] = [new Date(created).getFullYear(), now.getFullYear()];
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, ago) => last - ago);
}

/** What is listed as a file, and the yearly statement, whose dialog is fetched when somebody asks for it. */
export function HistoryExport({ filter }: { filter: HistoryFilter }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const request = useMemo(() => ({ name: 'movements', query: movementQuery(filter) }) as const, [filter]);
  const showStatement = async (): Promise<void> => {
    try {
      const [{ StatementDialog }, { created }] = await Promise.all([
        import('./statement-dialog.tsx'),
        client.ensureQueryData(settingsQuery),
      ]);
      const props = { years: yearsSince(created, new Date()) };
      showModal(StatementDialog, props, { title: t('history.statement.title'), size: 'lg' });
    } catch {
      showToast({ type: 'error', title: t('common.somethingWentWrong') });
    }
  };
  return (
    <ExportControl
      request={request}
      more={[
        {
          kind: 'action',
          icon: 'file-text',
          label: t('history.statement.open'),
          onSelect: () => void showStatement(),
        },
      ]}
    />
  );
}
