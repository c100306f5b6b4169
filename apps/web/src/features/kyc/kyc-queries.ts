import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#api/api.ts';
import { kycEndpoints } from '#api/contract/kyc.ts';
import { profileQuery, valueOrThrow } from '#api/queries.ts';
import { tradingSocket } from '#live/live.ts';

/** While a check is under way it is asked for too, should no notification come through. */
const checkingMs = 20_000;

export const kycQuery = queryOptions({
  queryKey: ['user', 'kyc'],
  queryFn: async ({ signal }) => valueOrThrow(await call(kycEndpoints.read, { signal })),
  refetchInterval: ({ state: { data } }) => {
    const status = data?.application?.status;
    return status === 'checking' || status === 'review' ? checkingMs : false;
  },
});

/** Whatever is told may be about this. */
export function useLiveKyc(): void {
  const client = useQueryClient();
  useEffect(() => {
    const release = tradingSocket.keepOpen();
    const stop = tradingSocket.on('user_notification', () => {
      void client.invalidateQueries({ queryKey: kycQuery.queryKey });
      void client.invalidateQueries({ queryKey: profileQuery.queryKey });
    });
    return () => {
      stop();
      release();
    };
  }, [client]);
}
