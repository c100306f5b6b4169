import type { ComponentType } from 'react';
import { nextTask } from './next-task.ts';
import { withinTime } from './page-time-limit.ts';
import { forgetReloads } from './reload-count.ts';
import type { LoadedRoute } from './routing/page-router.ts';
import { PageFailure } from './screens/page-failure.tsx';

/** Brings a route's component. A failure becomes an element, which stands where the component would. */
export async function loadRoute(load: () => Promise<ComponentType>): Promise<LoadedRoute> {
  try {
    const Component = await withinTime(nextTask().then(load));
    forgetReloads();
    return { Component };
  } catch (error) {
    return { element: <PageFailure error={error} /> };
  }
}
