import { createQueryClient, forgetUserData } from '#api/queries.ts';
import { session } from '#api/session.ts';

/** The cache of what the server has said. */
export const queryClient = createQueryClient();

// What was read for one user must not be shown to the next.
session.subscribe(() => {
  if (!session.isLoggedIn()) forgetUserData(queryClient);
});
