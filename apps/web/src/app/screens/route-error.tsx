import { useRouteError } from 'react-router';
import { PageFailure } from './page-failure.tsx';

/** What the router shows in place of a page that threw. */
export function RouteError() {
  return <PageFailure error={useRouteError()} />;
}
