import { useTranslation } from '#ui/text/use-translation.ts';

/** The puzzle is being solved. It says so quietly: there is nothing to do. */
export function CheckingBrowser({ shown }: { shown: boolean }) {
  const { t } = useTranslation();
  return (
    <p role="status" className="text-center text-muted empty:hidden">
      {shown ? t('auth.checkingBrowser') : ''}
    </p>
  );
}
