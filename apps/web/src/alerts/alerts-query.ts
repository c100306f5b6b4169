import { queryOptions } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { alertEndpoints } from '#api/contract/alerts.ts';
import { ApiError } from '#api/failure.ts';

/** The first part of the key is the one of all that is the user's, so that logging out forgets it. */
export const alertsQuery = queryOptions({
  queryKey: ['user', 'alerts'],
  staleTime: 0,
  queryFn: async ({ signal }) => {
    const result = await call(alertEndpoints.list, { signal });
    if (!result.ok) throw new ApiError(result.failure);
    return result.value;
  },
});
