import createClient from 'openapi-fetch';
import type { components, paths } from './generated/api.d.ts';

type ErrorBody = components['schemas']['Error'];

/** What a bot does first: it logs in, reads a book and its balances, places an order, and cancels it. Returns what the server answered. */
export async function trade(baseUrl: string, login: { readonly email: string; readonly password: string }) {
  const client = createClient<paths>({ baseUrl });
  const { data: tokens } = await client.POST('/api/v1/auth/login/', { body: login });
  if (!tokens || !('access' in tokens)) throw new Error('The login gave no token.');
  client.use({
    onRequest: ({ request }) => request.headers.set('authorization', `Bearer ${tokens.access}`),
  });
  const book = await client.GET('/api/v1/stack/{pair}/', { params: { path: { pair: 'BTC-USDT' } } });
  const balances = await client.GET('/api/v1/balance/');
  const placed = await client.POST('/api/v1/orders/', {
    body: { pair: 'BTC-USDT', type: 0, operation: 'buy', price: '60000', quantity: '0.001' },
  });
  const id = placed.data?.id ?? '';
  const cancelled = await client.DELETE('/api/v1/orders/{id}/', { params: { path: { id } } });
  const again = await client.DELETE('/api/v1/orders/{id}/', { params: { path: { id } } });
  const refusal: ErrorBody['code'] | undefined = codeOf(again.error);
  return {
    bids: book.data?.bids.length,
    balance: balances.data?.balance.BTC?.actual,
    placed: placed.data?.status ?? codeOf(placed.error),
    cancelled: cancelled.response.status,
    refusal,
  };
}

function codeOf(error: ErrorBody | components['schemas']['TokenNotValid'] | undefined) {
  return typeof error?.code === 'string' ? error.code : undefined;
}

/** Never called: each line is a mistake that the types must find. */
export async function mistakes(baseUrl: string) {
  const client = createClient<paths>({ baseUrl });
  await client.POST('/api/v1/orders/', {
    // @ts-expect-error a boolean where the API takes a decimal string
    body: { pair: 'BTC-USDT', type: 0, operation: 'buy', price: true, quantity: '1' },
  });
  // @ts-expect-error a path that the API does not have
  await client.GET('/api/v1/nothing/');
}
