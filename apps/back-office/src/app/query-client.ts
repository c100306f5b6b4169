import { createQueryClient } from '@emporion/web/api/queries.ts';

/** The cache of what the server has said. What an operator decides by is not kept long. */
export const queryClient = createQueryClient();
queryClient.setDefaultOptions({
  queries: { ...queryClient.getDefaultOptions().queries, staleTime: 5_000, refetchOnWindowFocus: true },
});
