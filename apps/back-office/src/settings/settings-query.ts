import { type ExchangeSettingsAnswer, exchangeSettingsEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { queryOptions } from '@tanstack/react-query';

export type Settings = ExchangeSettingsAnswer;

export const settingsQuery = queryOptions({
  queryKey: ['exchange-settings'],
  queryFn: async ({ signal }) => valueOrThrow(await call(exchangeSettingsEndpoints.read, { signal })),
});
