import { useTranslation } from 'react-i18next';
import { LinkButton } from '#ui/button/button.tsx';
import { ErrorState } from '#ui/state/error-state.tsx';
import { PageTimeoutError } from '../page-time-limit.ts';
import { PageTimeoutScreen } from './page-timeout.tsx';

/**
 * Stands where a page failed. A piece of code that is gone, as after an update, cannot be fetched again by the page
 * that is open, so trying again means loading the page anew.
 */
export function PageFailure({ error }: { error: unknown }) {
  const { t } = useTranslation();
  if (error instanceof PageTimeoutError) return <PageTimeoutScreen />;
  return (
    <section className="mx-auto flex max-w-md flex-col items-center gap-2 px-4 py-16 text-center">
      <ErrorState
        title={t('shell.routeError.title')}
        detail={t('shell.routeError.text')}
        onRetry={() => window.location.reload()}
      />
      <LinkButton to="/" variant="flat">
        {t('shell.routeError.home')}
      </LinkButton>
    </section>
  );
}
