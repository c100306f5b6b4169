import { type Capability, type DeskSession, deskEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';

export type Me = z.infer<typeof DeskSession>;

/** Who one is in the back office. Asked again now and then: a role that was taken away takes its pages with it. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => valueOrThrow(await call(deskEndpoints.me, { signal })),
  staleTime: 60_000,
  refetchInterval: 300_000,
});

/** Within the shell, which waits for it. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data;
}

/** Whether a way to something is offered; the server decides whether it is open. */
export function useMay(): (capability: Capability) => boolean {
  const { capabilities } = useMe();
  return (capability) => capabilities.includes(capability);
}
