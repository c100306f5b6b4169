import { LinkButton } from '#ui/button/button.tsx';
import { ErrorState } from '#ui/state/error-state.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { PageTimeoutError } from '../page-time-limit.ts';
import { PageTimeoutScreen } from './page-timeout.tsx';
import { useReloadOnReturn } from './use-reload-on-return.ts';

function reloadPage(): void {
  window.location.reload();
}

function Failure({ reload }: { reload: () => void }) {
  const { t } = useTranslation();
  useReloadOnReturn(reload);
  return (
    <section className="mx-auto flex max-w-md flex-col items-center gap-2 px-4 py-16 text-center">
      <ErrorState title={t('shell.routeError.title')} detail={t('shell.routeError.text')} onRetry={reload} />
      <LinkButton to="/" variant="flat">
        {t('shell.routeError.home')}
      </LinkButton>
    </section>
  );
}

interface PageFailureProps {
  readonly error: unknown;
  readonly reload?: () => void;
}

/**
 * Stands where a page failed. A piece of code that is gone, as after an update, cannot be fetched again by the page
 * that is open, so trying again means loading the page anew.
 */
export function PageFailure({ error, reload = reloadPage }: PageFailureProps) {
  return error instanceof PageTimeoutError ? <PageTimeoutScreen /> : <Failure reload={reload} />;
}
