import { afterEach, expect, it, vi } from 'vitest';
import { ApiError, networkFailure } from './failure.ts';
import { createQueryClient } from './queries.ts';

afterEach(() => vi.restoreAllMocks());

it('says at once that a browser without a connection cannot read, instead of waiting for it', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const read = vi.fn(() => Promise.reject(new ApiError(networkFailure)));
  const client = createQueryClient();
  await expect(
    client.fetchQuery({ ...client.getDefaultOptions().queries, queryKey: ['x'], queryFn: read }),
  ).rejects.toThrow();
  expect(read).toHaveBeenCalledTimes(1);
});
