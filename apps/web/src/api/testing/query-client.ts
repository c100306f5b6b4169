import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from '../queries.ts';

/** That of the application, which tries again at once what it would try in a second and in three. */
export function createQuickQueryClient(): QueryClient {
  const client = createQueryClient();
  const { queries } = client.getDefaultOptions();
  client.setDefaultOptions({ queries: { ...queries, retryDelay: 0 } });
  return client;
}
