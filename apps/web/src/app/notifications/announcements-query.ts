import type { Announcement as AnnouncementOnWire } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { call } from '#api/api.ts';
import { notificationEndpoints } from '#api/contract/notifications.ts';
import { ApiError } from '#api/failure.ts';
import { useIsLoggedIn } from '#api/session.ts';
import { useTranslation } from '#ui/text/use-translation.ts';

export type Announcement = z.infer<typeof AnnouncementOnWire>;

/** What the exchange announces at present to whoever reads, in their language. Another revision is asked for anew; meanwhile the one before stands. */
export function useAnnouncements(revision = ''): readonly Announcement[] {
  const { i18n } = useTranslation();
  const { data } = useQuery({
    queryKey: ['announcements', useIsLoggedIn(), i18n.language, revision],
    queryFn: async ({ signal }) => {
      const result = await call(notificationEndpoints.announcements, { signal });
      if (!result.ok) throw new ApiError(result.failure);
      return result.value.results;
    },
    placeholderData: (before) => before,
  });
  return data ?? [];
}
