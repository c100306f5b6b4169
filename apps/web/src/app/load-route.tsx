import type { ComponentType, ReactElement } from 'react';
import { nextTask } from './next-task.ts';
import { withinTime } from './page-time-limit.ts';
import { forgetReloads } from './reload-count.ts';
import { PageFailure } from './screens/page-failure.tsx';

type LoadedRoute = { Component: ComponentType } | { element: ReactElement };

/**
 * Brings a route's component. A failure becomes an element: the router draws nothing for a route whose code
 * failed on the first load, although it has a boundary of its own.
 */
export async function loadRoute(load: () => Promise<ComponentType>): Promise<LoadedRoute> {
  try {
    const Component = await withinTime(nextTask().then(load));
    forgetReloads();
    return { Component };
  } catch (error) {
    return { element: <PageFailure error={error} /> };
  }
}
