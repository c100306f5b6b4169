import { Outlet, ScrollRestoration } from 'react-router';
import { ModalHost } from '#ui/modal/modal-host.tsx';
import { OfflineBar } from '#ui/state/offline-bar.tsx';
import { ToastArea } from '#ui/toast/toast-area.tsx';
import { DocumentTitle } from './document-title.tsx';
import { FocusOnNavigation } from './focus-on-navigation.tsx';
import { MaintenanceBar } from './maintenance-bar.tsx';
import { NavigationProgress } from './navigation-progress.tsx';
import { SkipLink } from './skip-link.tsx';

/** What every page has, whatever its layout. */
export function Root() {
  return (
    <>
      <SkipLink />
      <DocumentTitle />
      <FocusOnNavigation />
      <NavigationProgress />
      <div className="flex min-h-dvh flex-col">
        <OfflineBar />
        <MaintenanceBar />
        <Outlet />
      </div>
      <ToastArea />
      <ModalHost />
      <ScrollRestoration />
    </>
  );
}
