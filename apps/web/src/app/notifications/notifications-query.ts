import { queryOptions } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { notificationEndpoints } from '#api/contract/notifications.ts';
import { ApiError } from '#api/failure.ts';

/** The first part of the key is the one of all that is the user's, so that logging out forgets it. */
export const notificationsKey = ['user', 'notifications'] as const;

export const notificationsQuery = queryOptions({
  queryKey: notificationsKey,
  queryFn: async ({ signal }) => {
    const result = await call(notificationEndpoints.notifications, { query: {}, signal });
    if (!result.ok) throw new ApiError(result.failure);
    return result.value;
  },
});

export const markRead = (upTo: string) =>
  call(notificationEndpoints.readNotifications, { body: { up_to: upTo } });

export const dismiss = (id: string) => call(notificationEndpoints.dismissNotification, { params: { id } });
