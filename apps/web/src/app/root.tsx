import { Outlet } from 'react-router';
import { ModalHost } from '#ui/modal/modal-host.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { ToastArea } from '#ui/toast/toast-area.tsx';
import { DocumentTitle } from './document-title.tsx';
import { FocusOnNavigation } from './focus-on-navigation.tsx';
import { useRouterState } from './routing/router-state.ts';
import { ScrollPosition } from './scroll-position.tsx';
import { SkipLink } from './skip-link.tsx';

/** A thin line at the top while the next page is on its way. It waits a moment, so quick changes show nothing. */
function NavigationProgress() {
  const { t } = useTranslation();
  if (!useRouterState()?.isNavigating) return null;
  return <div role="progressbar" aria-label={t('shell.loading')} className="navigation-progress" />;
}

/** What every page has, whatever its layout. */
export function Root() {
  return (
    <>
      <SkipLink />
      <DocumentTitle />
      <FocusOnNavigation />
      <NavigationProgress />
      <div className="flex min-h-dvh flex-col">
        <Outlet />
      </div>
      <ToastArea />
      <ModalHost />
      <ScrollPosition />
    </>
  );
}
