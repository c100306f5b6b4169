import { useUserFeeds } from './use-user-feeds.ts';

/** Draws nothing. It is a component so that it can be fetched once somebody is logged in. */
export function UserFeeds() {
  useUserFeeds();
  return null;
}
