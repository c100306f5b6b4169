import type { Endpoint, Profile } from '@emporion/contracts/rest';
import type { Result } from '@emporion/kernel';
import { notifyManager, QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';
import { ApiError, type ApiFailure, networkFailure } from './failure.ts';
import type { CallOutput } from './request.ts';

type PlainEndpoint = Endpoint & { params?: never; query?: never; body?: never };
type PlainCall = <E extends PlainEndpoint>(
  endpoint: E,
  options: { signal: AbortSignal },
) => Promise<Result<CallOutput<E>, ApiFailure>>;

/** What a query answers with, or the error by which it fails. */
export function valueOrThrow<Value>(result: Result<Value, ApiFailure>): Value {
  if (!result.ok) throw new ApiError(result.failure);
  return result.value;
}

/** The contracts come with the first question, so that a page can be drawn before they are here. */
function read<E extends PlainEndpoint>(load: () => Promise<E>) {
  return async ({ signal }: { signal: AbortSignal }): Promise<CallOutput<E>> => {
    const endpoint = await load().catch(() => {
      throw new ApiError(networkFailure);
    });
    return valueOrThrow(await (call as PlainCall)(endpoint, { signal }));
  };
}

const market = async () => (await import('./contract/market.ts')).marketEndpoints;
const account = async () => (await import('./contract/account.ts')).accountEndpoints;
const settings = async () => (await import('./contract/settings.ts')).settingsEndpoints;

/** The first part of every key tells whose data it is, so that logging out can forget all of the user's. */
const ofMarket = 'market';
const ofUser = 'user';

export const coinsQuery = queryOptions({
  queryKey: [ofMarket, 'coins'],
  queryFn: read(async () => (await market()).coins),
});
export const limitsQuery = queryOptions({
  queryKey: [ofMarket, 'limits'],
  queryFn: read(async () => (await market()).limits),
});
export const pairsQuery = queryOptions({
  queryKey: [ofMarket, 'pairs'],
  queryFn: read(async () => (await market()).pairs),
});
export const pairsVolumeQuery = queryOptions({
  queryKey: [ofMarket, 'pairs-volume'],
  queryFn: read(async () => (await market()).pairsVolume),
});
export const profileQuery = queryOptions({
  queryKey: [ofUser, 'profile'],
  queryFn: read(async () => (await account()).profile),
});
export const balanceQuery = queryOptions({
  queryKey: [ofUser, 'balance'],
  queryFn: read(async () => (await account()).balance),
});

/** What every list of past orders and trades is kept under; the lists themselves belong to those who show them. */
export const orderHistoryKey = [ofUser, 'order-history'] as const;

export const settingsQuery = queryOptions({
  queryKey: [ofUser, 'settings'],
  queryFn: read(async () => (await settings()).read),
});

/** Anything other than `no` counts as verified. */
export function hasPassedKyc(profile: Pick<Profile, 'kyc_status'>): boolean {
  return profile.kyc_status !== 'no';
}

/** Only what may pass by itself is tried again: a refusal would be refused once more. */
function mayRetry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError) || failures >= 2) return false;
  const { failure } = error;
  // Without a connection another try fails as well: the page says so, and reads again on its return.
  if (failure.kind === 'network' && !navigator.onLine) return false;
  if (failure.kind === 'network' || failure.kind === 'timeout' || failure.kind === 'session-lost')
    return true;
  return failure.kind === 'refused' && failure.status >= 500;
}

// What a person changes is on the screen before the next paint, not a timer later.
notifyManager.setScheduler(queueMicrotask);

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        ...{ retry: mayRetry, staleTime: 60_000, refetchOnWindowFocus: false },
        // By default a query waits without a word until the browser is online: a skeleton without end.
        ...{ networkMode: 'always', refetchOnReconnect: true },
      },
    },
  });
}

export function forgetUserData(client: QueryClient): void {
  client.removeQueries({ queryKey: [ofUser] });
}
