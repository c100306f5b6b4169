import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
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

/** As many as the server answers with unless it is asked for another number. */
export const pageRows = 50;

/** What came before one of them. Each page begins after the last of the one before, so what is dismissed or comes meanwhile moves nothing. */
export const olderNotifications = (than: string) =>
  infiniteQueryOptions({
    queryKey: [...notificationsKey, 'older', than],
    queryFn: async ({ signal, pageParam: before }) => {
      const result = await call(notificationEndpoints.notifications, { query: { before }, signal });
      if (!result.ok) throw new ApiError(result.failure);
      return result.value.results;
    },
    initialPageParam: than,
    getNextPageParam: (page) => (page.length < pageRows ? undefined : page.at(-1)?.id),
  });

/** Those that were seen, from the oldest to the newest of them. */
export const markRead = ({ from, upTo }: { from: string; upTo: string }) =>
  call(notificationEndpoints.readNotifications, { body: { from, up_to: upTo } });

export const dismiss = (id: string) => call(notificationEndpoints.dismissNotification, { params: { id } });
