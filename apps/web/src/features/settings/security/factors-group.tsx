import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onBackupCodeSpent } from '#confirmation/backup-code-spent.ts';
import { ErrorState } from '#ui/state/error-state.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { SectionProps } from '../model/sections.ts';
import { factorsQuery } from '../queries.ts';
import { RowsSkeleton } from '../rows/rows-skeleton.tsx';
import { SettingGroup } from '../rows/setting-row.tsx';
import { BackupCodesRow } from './backup-codes-row.tsx';
import { FactorRow } from './factor-row.tsx';
import { PasskeysRow } from './passkeys-row.tsx';

/** Any change on this page may be confirmed with a backup code, and the number of those left is shown here. */
function useCodesLeftKept(): void {
  const client = useQueryClient();
  useEffect(
    () => onBackupCodeSpent(() => void client.invalidateQueries({ queryKey: factorsQuery.queryKey })),
    [client],
  );
}

/** The second factors and the passkeys. */
export function FactorsGroup({ settings }: SectionProps) {
  const { t } = useTranslation();
  const { data, isError, isFetching, refetch } = useQuery(factorsQuery);
  useCodesLeftKept();
  if (data === undefined) {
    return isError ? (
      <div className="rounded-md bg-surface">
        <ErrorState onRetry={() => void refetch()} retrying={isFetching} />
      </div>
    ) : (
      <RowsSkeleton rows={4} />
    );
  }
  const protectedByAny = data.totp || data.sms || data.email || data.passkeys.length > 0;
  return (
    <SettingGroup
      title={t('settings.factors.title')}
      notice={protectedByAny ? undefined : t('settings.factors.none')}
    >
      <FactorRow method="totp" on={data.totp} />
      <PasskeysRow passkeys={data.passkeys} />
      <FactorRow method="sms" on={data.sms} lacksPhone={!settings.phone_verified} />
      <FactorRow method="email" on={data.email} />
      {protectedByAny && <BackupCodesRow left={data.backup_codes_left} />}
    </SettingGroup>
  );
}
