import type { Order } from '@emporion/contracts/rest';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { createQueryClient, settingsQuery } from '#api/queries.ts';
import { session } from '#api/session.ts';
import { type Reply, type SeenRequest, tokenFor } from '#api/testing/api-server.ts';
import { sampleSettings } from '#api/testing/sample-settings.ts';
import { serveApi } from '#api/testing/serve-api.ts';
import { OrderPanel } from '#features/order-entry/order-panel.tsx';
import { OrdersPanel } from '#features/own-orders/orders-panel.tsx';
import { loadTexts, startI18n } from '#language/i18n.ts';
import { samplePair } from '#market/testing/sample-pair.ts';
import { ModalHost } from '#ui/modal/modal-host.tsx';
import { closeModal } from '#ui/modal/modal-store.ts';
import { ToastArea } from '#ui/toast/toast-area.tsx';
import { resetToasts } from '#ui/toast/toast-store.ts';

export async function preparePanels(): Promise<void> {
  // What is hidden is looked at too: computing the style of everything for each question takes most of the time.
  configure({ defaultHidden: true });
  window.localStorage.setItem('planguage', 'en');
  await startI18n();
  await Promise.all([loadTexts('trade'), loadTexts('errors')]);
}

export type Answers = Record<string, Reply | ((request: SeenRequest) => Reply | Promise<Reply>)>;

const plain: Answers = {
  'GET settings': { body: sampleSettings },
  'PATCH settings': { body: sampleSettings },
  'GET balance': {
    body: { balance: { BTC: { actual: '1', orders: '0' }, USDT: { actual: '1000', orders: '0' } } },
  },
  'GET my-fees': { body: { tier: '1', maker: '0.1', taker: '0.15', volume_30d: '0' } },
  'GET pairs': { body: { pairs: [samplePair] } },
};

/** Form and orders of the sample market before a real server, for a trader unless told otherwise. */
export async function openPanels({
  answers = {},
  visitor = false,
  pair = samplePair,
}: {
  answers?: Answers;
  visitor?: boolean;
  pair?: typeof samplePair;
}) {
  if (!visitor) session.save({ token: tokenFor(3_600), refreshToken: 'r' });
  const server = await serveApi();
  server.answer = (request) => {
    const path = request.url.replace(/^\/api\/(public\/)?v1\//, '').replace(/\/(\?.*)?$/, '');
    const answer = answers[`${request.method} ${path}`] ?? plain[`${request.method} ${path}`];
    if (answer === undefined) return { status: 404, body: { code: 'not_found', detail: `No ${path} here.` } };
    return typeof answer === 'function' ? answer(request) : answer;
  };
  const panels = () => (
    <>
      <OrderPanel pair={pair} />
      <OrdersPanel pair={pair} />
    </>
  );
  const router = createMemoryRouter([{ path: '/trade/:pairprop', Component: panels }], {
    initialEntries: ['/trade/BTC-USDT'],
  });
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <ToastArea />
      <ModalHost />
    </QueryClientProvider>,
  );
  return {
    user: userEvent.setup(),
    /** What the page has been told of the trader's settings. */
    settings: () => client.getQueryData(settingsQuery.queryKey),
    /** What was asked of a path, in order. */
    seen: (method: string, path: string) =>
      server.seen.filter(
        ({ method: how, url }) => how === method && url.split('?')[0] === `/api/v1/${path}/`,
      ),
    async close() {
      cleanup();
      closeModal();
      resetToasts();
      session.clear();
      await server.close();
    },
  };
}

export function ordersMessage(results: readonly Order[]) {
  return { kind: 'opened_orders', page: 1, total_pages: 1, results };
}
