import type { LoginRecord } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod/mini';
import { ErrorState } from '#ui/state/error-state.tsx';
import { pageCountOf } from '#ui/table/page-window.ts';
import { Table, type TableColumn } from '#ui/table/table.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { countryText, momentText } from '../model/moments.ts';
import { historyPageSize, historyQuery } from '../queries.ts';
import { useEventText } from '../use-event-text.ts';
import { useDeviceText } from './use-device-text.ts';

type HistoryRecord = z.infer<typeof LoginRecord>;

/** A few words, which stay in one line where there is room for it: what wraps is the event. */
const shortText = 'max-lg:whitespace-normal';

function useColumns(): TableColumn<HistoryRecord>[] {
  const { t, i18n } = useTranslation();
  const eventText = useEventText();
  const deviceText = useDeviceText();
  const place = (code: string | null) =>
    countryText(code, i18n.language) ?? t('settings.devices.placeUnknown');
  return [
    { key: 'event', label: t('settings.history.event'), tdClass: 'whitespace-normal', formatter: eventText },
    {
      key: 'time',
      label: t('settings.history.time'),
      tdClass: 'num',
      formatter: (time) => momentText(time, i18n.language),
    },
    { key: 'device', label: t('settings.history.device'), tdClass: shortText, formatter: deviceText },
    { key: 'place', label: t('settings.history.place'), tdClass: shortText, formatter: place },
    {
      key: 'address',
      label: t('settings.history.address'),
      // An address of the newer kind has up to 39 characters without a space.
      tdClass: 'num whitespace-normal wrap-anywhere md:min-w-28',
    },
  ];
}

/** What happened to the account, newest first. */
export function HistoryList() {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const { data, isError, isFetching, refetch } = useQuery(historyQuery(page));
  const columns = useColumns();
  const pageCount = pageCountOf({ rows: data?.total ?? 0, pageSize: historyPageSize });
  return (
    <div className="rounded-md bg-surface px-4 py-2">
      <h3 className="flex min-h-10 items-center text-base font-semibold">{t('settings.history.title')}</h3>
      {data === undefined && isError ? (
        <ErrorState onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Table
          className="-mx-4"
          caption={t('settings.history.title')}
          columns={columns}
          rows={data?.results ?? []}
          rowKey={({ id }) => id}
          loading={data === undefined}
          paging={{ page, pageCount, onPageChange: setPage }}
        />
      )}
    </div>
  );
}
