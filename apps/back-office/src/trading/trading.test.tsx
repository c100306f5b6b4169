import type { StaffOrder } from '@emporion/contracts/rest';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { closePage, fill, openPage, withCapabilities } from '#testing/open-page.tsx';

const order: StaffOrder = {
  id: '17',
  pair: 'BTC-USDT',
  type: 0,
  operation: 'sell',
  quantity: '0.5',
  filled: '0.2',
  remaining: '0.3',
  price: '60000',
  average_price: '60000',
  total: '12000',
  budget: null,
  stop_price: null,
  limit_price: null,
  trail: null,
  percent: null,
  min_price: null,
  max_price: null,
  fee: '12',
  fee_coin: 'USDT',
  status: 'open',
  reason: null,
  time_in_force: 'gtc',
  post_only: false,
  client_order_id: null,
  linked_to: null,
  time: '2026-01-02T03:04:05.000Z',
  updated: 1_767_323_045,
  user: { id: '22222222-2222-4222-8222-222222222222', username: 'theo' },
};

afterEach(closePage);

it('finds orders by the filters of the address, and cancels one with a reason', async () => {
  const { calls } = await openPage('/trading/orders?user=theo&status=open', ({ method, path }) => {
    if (method === 'POST') return { body: { ...order, status: 'cancelled' } };
    return path === 'admin/orders'
      ? { body: { results: [order], next: null } }
      : { body: { order, trades: [] } };
  });
  expect(await screen.findByRole('button', { name: 'Cancel all of theo' })).toBeTruthy();
  expect(calls.find(({ path }) => path === 'admin/orders')?.query).toMatchObject({
    user: 'theo',
    status: 'open',
  });
  closePage();
  const opened = await openPage('/trading/orders/17', ({ method }) =>
    method === 'POST' ? { body: { ...order, status: 'cancelled' } } : { body: { order, trades: [] } },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the order' }));
  const dialog = await screen.findByRole('dialog', { name: 'Cancel order 17' });
  await fill(within(dialog).getByLabelText('Reason'), 'Asked by its owner');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel the order' }));
  await expect
    .poll(() => opened.calls.find(({ method }) => method === 'POST'))
    .toMatchObject({
      ...{ path: 'admin/orders/17/cancel', body: { reason: 'Asked by its owner' } },
    });
});

it('offers no cancel to who may only read', async () => {
  await openPage(
    '/trading/orders/17',
    () => ({ body: { order, trades: [] } }),
    withCapabilities('orders.read'),
  );
  expect(await screen.findByText('0.3 BTC')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cancel the order' })).toBeNull();
});

it('lists a coin on several networks, each with terms of its own', async () => {
  const network = (code: string, name: string) => ({
    ...{ code, name, family: 'evm', address_format: 'evm', fee_coin: 'ETH', confirmations: 12, memo: null },
    ...{ tx_explorer: 'https://blocks.example/', parameters: {}, nodes: [], received: false },
  });
  const { calls } = await openPage('/trading/coins/new', ({ method, path, body }) => {
    const { networks = [] } = (body ?? {}) as { networks?: { network: string; contract: string | null }[] };
    const last = networks.length - 1;
    if (path === 'admin/coins/preview')
      return networks[last]?.contract === null
        ? {
            status: 422,
            body: { code: 'contract_unknown', fields: { [`networks.${last}.contract`]: 'Unknown.' } },
          }
        : {
            body: {
              networks: networks.map((each) => ({
                ...{ network: each.network, height: 42, time: null, problem: null, decimals: 6 },
                ...{ signer: 'unknown', signer_lines: null },
              })),
            },
          };
    return method === 'POST'
      ? { status: 422, body: { code: 'contract_unknown', detail: 'There is no such contract.' } }
      : {
          body: {
            results: [],
            networks: [network('ethereum', 'Ethereum'), network('polygon', 'Polygon')],
            term_drafts: [],
            next: null,
          },
        };
  });
  // Each step is left once the server has nothing against it.
  const next = async (title: string) => {
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByRole('heading', { name: title });
  };
  const choose = async (name: string) => {
    await userEvent.click(await screen.findByRole('combobox', { name: 'Network' }));
    await userEvent.click(await screen.findByRole('option', { name }));
  };
  await fill(await screen.findByLabelText('Code'), 'usdt');
  await fill(screen.getByLabelText('Name'), 'Tether');
  await next('Network');
  await choose('Ethereum');
  await next('On the network');
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('Unknown.')).toBeTruthy();
  await fill(screen.getByLabelText('Contract'), '0x01');
  await next('Limits and fees');
  await userEvent.clear(screen.getByLabelText('Fee of a withdrawal'));
  await fill(screen.getByLabelText('Fee of a withdrawal'), '0');
  expect(screen.getByText(/the exchange itself pays/)).toBeTruthy();
  await next('Check');
  expect(screen.getByText('6, as the chain says')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Add another network' }));
  await userEvent.click(await screen.findByRole('combobox', { name: 'Network' }));
  expect(screen.queryByRole('option', { name: 'Ethereum' })).toBeNull();
  await userEvent.click(await screen.findByRole('option', { name: 'Polygon' }));
  await next('On the network');
  await fill(screen.getByLabelText('Contract'), '0x02');
  await next('Limits and fees');
  await next('Check');
  await userEvent.click(screen.getByRole('button', { name: 'List the coin' }));
  const dialog = await screen.findByRole('dialog', { name: 'List USDT' });
  await fill(within(dialog).getByLabelText('Reason'), 'Asked for');
  await userEvent.click(within(dialog).getByRole('button', { name: 'List the coin' }));
  await expect
    .poll(() => calls.find(({ method, path }) => method === 'POST' && path === 'admin/coins')?.body)
    .toMatchObject({
      code: 'USDT',
      networks: [
        { network: 'ethereum', contract: '0x01' },
        { network: 'polygon', contract: '0x02' },
      ],
      new_network: null,
    });
});

it('asks for a network field by field, has its node asked with a fresh code, and lists it without only when somebody says so', async () => {
  const problem = 'The node is of another chain.';
  const { calls } = await openPage('/trading/coins/new', ({ method, path, body }) => {
    if (method === 'GET') return { body: { results: [], networks: [], term_drafts: [], next: null } };
    const answer = {
      ...{ network: 'litecoin', height: null, time: null, problem: null, decimals: null },
      ...{ signer: 'unknown', signer_lines: null },
    };
    if (path === 'admin/coins') return { status: 422, body: { code: 'coin_exists', detail: 'There.' } };
    return { body: { networks: ['ask_node' in (body as object) ? { ...answer, problem } : answer] } };
  });
  const pick = async (name: string, option: string) => {
    await userEvent.click(await screen.findByRole('combobox', { name }));
    await userEvent.click(await screen.findByRole('option', { name: option }));
  };
  const next = async (title: string) => {
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByRole('heading', { name: title });
  };
  await fill(await screen.findByLabelText('Code'), 'ltc');
  await fill(screen.getByLabelText('Name'), 'Litecoin');
  await next('Network');
  await pick('Network', 'A new network …');
  await pick('Which network', 'Litecoin');
  await fill(screen.getByLabelText('Node'), 'http://user:secret@127.0.0.1:9332');
  await userEvent.click(screen.getByRole('button', { name: 'Ask the node' }));
  expect(await screen.findByText(problem)).toBeTruthy();
  await next('On the network');
  await next('Limits and fees');
  await next('Check');
  await userEvent.click(screen.getByRole('checkbox', { name: /^Go on without an answer/ }));
  await userEvent.click(screen.getByRole('button', { name: 'List the coin' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'List LTC' }));
  await fill(dialog.getByLabelText('Reason'), 'Asked for');
  await userEvent.click(dialog.getByRole('button', { name: 'List the coin' }));
  await expect
    .poll(() => calls.find(({ method, path }) => method === 'POST' && path === 'admin/coins')?.body)
    .toMatchObject({
      without_node: true,
      networks: [{ network: 'litecoin', contract: null, decimals: null, withdrawal_fee: '0.001' }],
      new_network: {
        ...{ code: 'litecoin', family: 'bitcoin', address_format: 'litecoin', confirmations: 12 },
        parameters: {
          ...{ chain: 'main', node: 'http://user:secret@127.0.0.1:9332', paymentsMax: 100 },
          fees: { blocks: 6, fallback: '10000', ceiling: '500000' },
        },
      },
    });
});

/** A coin as staff read it. */
const staffCoin = {
  ...{ code: 'WIF', name: 'Hat', fiat: false, decimals: 6, hidden: false, site: null, logo: null },
  ...{ base: 'WIF', links: [], tx_explorer: null, withdrawal_daily_max: null },
  switches: { disable_all: false, disable_exchange: false, disable_pairs: false, disable_stack: false },
  networks: [
    {
      ...{ network: 'polygon', contract: '0x1', decimals: 6, confirmations: 20, own_confirmations: null },
      ...{ received: true, deposit_min: '1', deposit_fee: '0', deposit_max: null },
      ...{ withdrawal_fee: '1', withdrawal_min: '5', withdrawal_max: null },
    },
  ],
};
const coinsAnswer = { results: [staffCoin], networks: [], term_drafts: [], next: null };

it('switches trading of a coin off with a reason, and proposes its terms for a moment', async () => {
  const { calls } = await openPage('/trading/coins/WIF', ({ method, path }) => {
    if (path === 'admin/coins') return { body: coinsAnswer };
    if (method === 'PUT') return { body: { ...staffCoin.switches, disable_pairs: true } };
    return { status: 409, body: { code: 'draft_date_taken', detail: 'Another draft takes effect then.' } };
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Switch trading' }));
  const dialog = await screen.findByRole('dialog', { name: 'Switch trading of WIF' });
  await userEvent.click(within(dialog).getByLabelText('Pairs on'));
  await fill(within(dialog).getByLabelText('Reason'), 'The issuer asked');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Switch' }));
  await expect
    .poll(() => calls.find(({ method }) => method === 'PUT'))
    .toMatchObject({
      path: 'admin/coins/WIF/trading',
      body: { ...staffCoin.switches, disable_pairs: true, reason: 'The issuer asked' },
    });
  await fill(screen.getByLabelText('Deposit maximum, polygon'), '500');
  await userEvent.click(screen.getByRole('button', { name: 'Propose the terms' }));
  const proposal = await screen.findByRole('dialog', { name: 'Change the terms of WIF' });
  expect(within(proposal).getByText(/Deposit maximum, polygon/)).toBeTruthy();
  await fill(within(proposal).getByLabelText('Reason'), 'Costs of collecting');
  await userEvent.click(within(proposal).getByRole('button', { name: 'Propose' }));
  await expect
    .poll(() => calls.find(({ path }) => path === 'admin/approvals/coin-terms')?.body)
    .toMatchObject({
      currency: 'WIF',
      terms: {
        withdrawal_daily_max: null,
        networks: [{ network: 'polygon', deposit_fee: '0', deposit_max: '500' }],
      },
    });
});

it('sends the picture of a coin with its reason, and takes it away again', async () => {
  let logo: string | null = null;
  const coin = () => ({ ...staffCoin, logo, networks: [] });
  const { calls } = await openPage('/trading/coins/WIF', ({ method, body }) => {
    if (method !== 'PUT') return { body: { ...coinsAnswer, results: [coin()] } };
    logo = (body as { picture: string | null }).picture === null ? null : '/public/brand/logo-1.png';
    return { body: coin() };
  });
  const decide = async (title: string, button: string) => {
    const dialog = await screen.findByRole('dialog', { name: title });
    await fill(within(dialog).getByLabelText('Reason'), 'From their press kit');
    await userEvent.click(within(dialog).getByRole('button', { name: button }));
  };
  const file = new File([Buffer.from('iVBORw0KGgo=', 'base64')], 'hat.png', { type: 'image/png' });
  await userEvent.upload(await screen.findByLabelText('Picture of WIF'), file);
  await decide('Change the logo of WIF', 'Change');
  const shown = await screen.findByRole('img', { name: 'Logo of WIF' });
  expect(shown.getAttribute('src')).toBe('/public/brand/logo-1.png');
  await userEvent.click(screen.getByRole('button', { name: 'Remove the logo' }));
  await decide('Remove the logo of WIF', 'Remove');
  expect(await screen.findByRole('button', { name: 'Choose a picture' })).toBeTruthy();
  const sent = calls.filter(({ method }) => method === 'PUT');
  expect(sent.map(({ path, body }) => [path, (body as { picture: string | null }).picture])).toEqual([
    ['admin/coins/WIF/logo', 'iVBORw0KGgo='],
    ['admin/coins/WIF/logo', null],
  ]);
});

it('says of a market who halted it and why, and offers no second proposal to open it', async () => {
  const rules = {
    ...{ tick: '0.1', lot: '0.1', quantity_min: '1', quantity_max: '10', cost_min: '1', cost_max: '10' },
    ...{ band: '10', price_decimals: 1, quantity_decimals: 1, base_decimals: 8, quote_decimals: 6 },
    state: 'halted',
  };
  const time = '2026-01-02T03:04:05.000Z';
  const waiting = { id: '33333333-3333-4333-8333-333333333333', proposer: 'otto', proposed: time };
  await openPage('/trading/markets/XRP-USDT', () => ({
    body: {
      market: {
        ...{ pair: 'XRP-USDT', base: 'XRP', quote: 'USDT', state: 'halted', set_state: 'halted', rules },
        ...{ price: '2', change: null, volume: '0', open_orders: 0, reference_price: null },
        ...{ disabled: false, closed_by: [] },
      },
      drafts: [],
      stopped: { by: 'ada', time, reason: 'A wrong price' },
      proposals: [{ ...waiting, kind: 'market_reopening' }],
    },
  }));
  expect(await screen.findByText(/A wrong price/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open a market' }).getAttribute('href')).toContain(waiting.id);
  expect(screen.queryByRole('button', { name: 'Open' })).toBeNull();
});
