import * as z from 'zod/mini';
import { moment } from '#rest/codes.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { nothing } from '#rest/identity/fields.ts';
import { uuid } from '#rest/ids.ts';
import { orderEndpoints } from '#rest/trading/orders.ts';
import { walletEndpoints } from '#rest/trading/wallet.ts';
import { movementEndpoints } from '#rest/wallet/movements.ts';
import { overviewEndpoints } from '#rest/wallet/overview.ts';
import { desk, explained } from './fields.ts';

const view = z.object({ view: uuid({ error: 'user_view_ended' }) });

const seen = {
  ...desk,
  access: 'users.view',
  method: 'GET',
  params: view,
} as const;
const seenErrors = ['user_view_ended', 'service_unavailable', 'too_many_requests'] as const;

/** What the user's own calls answer, to whoever of the staff opened a view. */
export const userViewEndpoints = {
  open: defineEndpoint({
    ...desk,
    access: 'users.view',
    method: 'POST',
    path: 'admin/users/:id/views',
    summary: 'Begin to see what a user sees, for fifteen minutes; no session of theirs is made',
    params: z.object({ id: uuid({ error: 'account_not_found' }) }),
    body: z.strictObject(explained),
    response: z.object({ id: uuid(), user: uuid(), expires: moment }),
    errors: ['account_not_found', 'own_account', ...confirmationErrors],
  }),
  end: defineEndpoint({
    ...desk,
    access: 'users.view',
    method: 'POST',
    path: 'admin/user-views/:view/end',
    summary: 'Cease to see what a user sees',
    params: view,
    body: nothing,
    response: nothing,
    errors: ['user_view_ended'],
  }),
  wallets: defineEndpoint({
    ...seen,
    path: 'admin/user-views/:view/wallets',
    summary: 'Read the balances as their owner sees them',
    response: walletEndpoints.wallets.response,
    errors: seenErrors,
  }),
  overview: defineEndpoint({
    ...seen,
    path: 'admin/user-views/:view/overview',
    summary: 'Read the overview of the wallet as its owner sees it',
    query: overviewEndpoints.read.query,
    response: overviewEndpoints.read.response,
    errors: [...seenErrors, ...overviewEndpoints.read.errors],
  }),
  orders: defineEndpoint({
    ...seen,
    path: 'admin/user-views/:view/orders',
    summary: 'List the orders as their owner sees them',
    query: orderEndpoints.list.query,
    response: orderEndpoints.list.response,
    errors: seenErrors,
  }),
  fills: defineEndpoint({
    ...seen,
    path: 'admin/user-views/:view/fills',
    summary: 'List the trades as their owner sees them',
    query: orderEndpoints.fills.query,
    response: orderEndpoints.fills.response,
    errors: seenErrors,
  }),
  movements: defineEndpoint({
    ...seen,
    path: 'admin/user-views/:view/movements',
    summary: 'List all movements of money as their owner sees them',
    query: movementEndpoints.list.query,
    response: movementEndpoints.list.response,
    errors: [...seenErrors, ...movementEndpoints.list.errors],
  }),
} as const;
