import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';
import { ApiError } from './failure.ts';

/** By which ways the user hears of what. The contract comes with the first question. */
export const notificationChoicesQuery = queryOptions({
  queryKey: ['user', 'notification-choices'],
  queryFn: async ({ signal }) => {
    const { notificationChoiceEndpoints } = await import('./contract/notification-choices.ts');
    const result = await call(notificationChoiceEndpoints.read, { signal });
    if (!result.ok) throw new ApiError(result.failure);
    return result.value;
  },
});
