import { useQuery } from '@tanstack/react-query';
import { LinkButton } from '#ui/button/button.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { savedOnlyQuery } from '../addresses/address-book.ts';
import { Notice } from '../components/notice.tsx';

/** Whether transfers and codes are off because money leaves for saved addresses only. */
export function useSavedOnly(): boolean {
  return useQuery(savedOnlyQuery).data?.enabled ?? false;
}

/** Why neither transfers nor codes can be made, and where that is changed. */
export function SavedOnlyNotice() {
  const { t } = useTranslation();
  return (
    <Notice icon="shield-check" title={t('withdrawal.to.onlySaved.title')}>
      <p className="mt-1 text-muted">{t('withdrawal.transfer.onlySaved')}</p>
      <LinkButton to="/wallet/addresses" size="small" color="black" className="mt-3">
        {t('withdrawal.to.manage')}
      </LinkButton>
    </Notice>
  );
}
