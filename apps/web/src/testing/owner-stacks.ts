import * as React from 'react';

/** Where React counts the stacks that it took in the last second. */
const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';

/**
 * Tells React that it has taken enough stacks. In development it takes one for each element that is made, to say who made it when it warns,
 * until there were ten thousand in a second: that was a seventh of the time of the tests that render. A warning is still told, with the
 * components above it.
 */
export function skipOwnerStacks(): void {
  const counted = (React as unknown as Record<string, object>)[internals];
  if (!counted || !('recentlyCreatedOwnerStacks' in counted)) return;
  Object.defineProperty(counted, 'recentlyCreatedOwnerStacks', {
    get: () => Number.POSITIVE_INFINITY,
    set: () => undefined,
  });
}
