import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listingEndpoints, marketEndpoints } from '@emporion/contracts/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalsModule } from '#modules/approvals/index.ts';
import { auditModule } from '#modules/audit/index.ts';
import { exchangeSettingsModule } from '#modules/exchange-settings/index.ts';
import { exportsModule } from '#modules/exports/index.ts';
import { feedsModule } from '#modules/feeds/index.ts';
import { forgetMarkets } from '#modules/markets/index.ts';
import { signerWatch, walletModule } from '#modules/wallet/index.ts';
import { commitMeanwhile } from '#platform/database/testing/commit-meanwhile.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { realtimeModule } from '#realtime/index.ts';
import { type Member, openStaffedExchange, type StaffedExchange } from '#testing/staffed-exchange.ts';
import { marketOperationsModule } from '../index.ts';

const contract = '0xB8c77482e45F1F44dE1745F52C74426C631bDD52';
let exchange: StaffedExchange;
let otto: Member;
let admin: Member;
let trader: Member;
let second: Member;
let node: Server;
let nodeUrl: string;
/** How often the node was asked anything. */
let asked = 0;

/** A node of Ethereum's kind that knows one token, of 6 decimals. */
async function startNode(): Promise<string> {
  node = createServer((request, response) => {
    asked += 1;
    let text = '';
    request.on('data', (part) => (text += part));
    request.on('end', () => {
      const { id, method, params } = JSON.parse(text);
      const isKnown = params?.[0]?.to?.toLowerCase() === contract.toLowerCase();
      const hash = `0x${'ab'.repeat(32)}`;
      const answers: Record<string, unknown> = {
        eth_chainId: '0x7a69',
        eth_blockNumber: '0x2a',
        eth_getBlockByNumber: { number: '0x2a', hash, parentHash: hash, timestamp: '0x65f00000' },
        eth_call: isKnown ? `0x${'6'.padStart(64, '0')}` : '0x',
      };
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] ?? null }));
    });
  });
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(node.address() as AddressInfo).port}/secret`;
}

beforeAll(async () => {
  exchange = await openStaffedExchange({
    modules: [
      realtimeModule,
      exportsModule,
      auditModule,
      walletModule,
      approvalsModule,
      feedsModule,
      exchangeSettingsModule,
      marketOperationsModule,
    ],
    jobs: { add: async () => undefined, stop: async () => undefined },
  });
  [otto, admin, trader, second] = [
    await exchange.member('operator'),
    await exchange.member('admin'),
    await exchange.member('trader'),
    await exchange.member('second'),
  ];
  const fees = { fallback: { maxFeePerGas: '20', maxPriorityFeePerGas: '1' }, maxFeePerGas: '500' };
  nodeUrl = await startNode();
  const parameters = { chainId: 31_337, nodes: [nodeUrl], fees };
  await exchange.test.database.pool.query(
    "update blockchains set family = 'evm', parameters = $1 where code = 'polygon'",
    [JSON.stringify(parameters)],
  );
  forgetMarkets(exchange.platform);
});
afterAll(async () => {
  await exchange?.close();
  node?.close();
});

async function change(by: Member, path: string, body: object) {
  const words = { reason: 'decided at the meeting', confirmation: await by.freshCode() };
  return by.call({ method: 'POST', path, body: { ...words, ...body } });
}
const terms = { deposit_min: '1', withdrawal_fee: '1', withdrawal_min: '5' };
const coin = {
  code: 'WIF',
  name: 'Hat',
  decimals: 6,
  networks: [{ network: 'polygon', contract, decimals: 6, ...terms }],
};
const drawing = (colour: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4" fill="${colour}"/></svg>`,
  ).toString('base64');
const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
const market = {
  ...{ base: 'WIF', quote: 'USDT', price_decimals: 4, quantity_decimals: 2, tick: '0.0001', lot: '0.01' },
  ...{ quantity_min: '0.01', quantity_max: '1000000', cost_min: '1', cost_max: '100000', band: '50' },
};

describe('a new coin', () => {
  it.each([
    ['chain_decimals_differ', { networks: [{ ...coin.networks[0], decimals: 18 }] }],
    [
      'contract_unknown',
      { networks: [{ ...coin.networks[0], contract: '0x00000000219ab540356cBB839Cbe05303d7705Fa' }] },
    ],
    ['contract_unknown', { networks: [{ ...coin.networks[0], contract: 'nonsense' }] }],
    ['contract_unknown', { networks: [{ ...coin.networks[0], contract: null }] }],
    ['network_invalid', { networks: [{ ...coin.networks[0], network: 'unheard-of' }] }],
    ['coin_exists', { code: 'BTC' }],
    ['coin_logo_invalid', { logo: script.toString('base64') }],
  ])('is refused by name: %s', async (code, wrong) => {
    expect((await change(otto, 'admin/coins', { ...coin, ...wrong })).body.code).toBe(code);
  });

  it('has nobody asked before the fresh code was judged', async () => {
    const before = asked;
    const bare = { ...coin, reason: 'decided at the meeting' };
    const confirmation = { ...(await otto.freshCode()), code: '000000' };
    for (const body of [bare, { ...bare, confirmation }])
      expect((await otto.call({ method: 'POST', path: 'admin/coins', body })).status).toBe(401);
    expect(asked).toBe(before);
  });

  it('is told everything that is wrong with it at once, at its fields and in words without tables', async () => {
    const node = { number: 1 };
    const { status, body } = await otto.call({
      ...{ method: 'POST', path: 'admin/coins/preview' },
      body: {
        ...{ code: 'LTC', name: 'Litecoin', decimals: 8 },
        networks: [{ network: 'litecoin', ...terms }],
        new_network: {
          ...{ code: 'litecoin', name: '', family: 'bitcoin', address_format: 'litecoin', confirmations: 0 },
          tx_explorer: 'nowhere',
          parameters: { chian: 'regtest', node, fees: { fallback: '900', ceiling: 'x' } },
        },
      },
    });
    expect(status).toBe(422);
    expect(Object.keys(body.fields).sort()).toEqual([
      ...['new_network.confirmations', 'new_network.name', 'new_network.parameters.chian'],
      ...['new_network.parameters.fees.ceiling', 'new_network.parameters.node', 'new_network.tx_explorer'],
    ]);
    expect(body.fields['new_network.parameters.chian']).toContain('chain');
    const two = { ...coin.networks[0], withdrawal_max: '1' };
    const refused = await otto.call({
      ...{ method: 'POST', path: 'admin/coins/preview', body: { ...coin, code: 'BTC', networks: [two] } },
    });
    expect([refused.body.code, Object.keys(refused.body.fields)]).toEqual([
      'coin_exists',
      ['code', 'networks.0.withdrawal_max'],
    ]);
    expect(JSON.stringify([body, refused.body])).not.toContain('blockchains');
  });

  it('shows before it is listed which block the node is at, and how finely the chain counts it', async () => {
    const { decimals: _, ...here } = coin.networks[0] ?? { decimals: 0 };
    const path = 'admin/coins/preview';
    const { body } = await otto.call({ method: 'POST', path, body: { ...coin, networks: [here] } });
    expect(body).toEqual({
      networks: [
        {
          ...{ network: 'polygon', height: 42, time: '2024-03-12T07:10:56.000Z', problem: null, decimals: 6 },
          ...{ signer: 'unknown', signer_lines: null },
        },
      ],
    });
  });

  it('is listed once its network agrees with its decimals, and is in the log without the addresses of nodes', async () => {
    const { body } = await change(otto, 'admin/coins', { ...coin, logo: drawing('#0000cc') });
    const logo = settingsOf(exchange.platform).coinLogos.WIF;
    expect(listingEndpoints.createCoin.response.parse(body)).toMatchObject({
      ...{ code: 'WIF', logo: `/public/brand/${logo}` },
      networks: [{ contract, decimals: 6 }],
    });
    expect(await exchange.runtime.read(({ coins }) => coins.get('WIF'))).toBe(6);
    const again = { ...coin, code: 'WIFF' };
    expect((await change(otto, 'admin/coins', again)).body.code).toBe('contract_listed');
    const { body: listed } = await otto.call({ path: 'admin/coins' });
    expect(JSON.stringify(listed)).not.toContain('secret');
    const { rows } = await exchange.test.database.pool.query(
      "select after from audit_log where action = 'coin_listed'",
    );
    expect(rows).toEqual([{ after: { name: 'Hat', decimals: 6, logo, networks: [`polygon ${contract}`] } }]);
  });
});

describe('a coin that is listed', () => {
  const path = 'admin/coins/WIF';
  const put = async (by: Member, to: string, body: object) => {
    const words = { reason: 'decided at the meeting', confirmation: await by.freshCode() };
    return by.call({ method: 'PUT', path: to, body: { ...words, ...body } });
  };
  const terms = { deposit_min: '2', withdrawal_fee: '3', withdrawal_min: '6', withdrawal_max: '500' };
  const wanted = {
    ...{ name: 'Big hat', hidden: false, place: 1 },
    networks: [{ network: 'polygon', contract, confirmations: 20, ...terms }],
  };

  it('changes its name, place and terms, and the log has what was and what is', async () => {
    const { body } = await put(otto, path, wanted);
    expect(body).toMatchObject({ name: 'Big hat', networks: [{ confirmations: 20, ...terms }] });
    const { body: listed } = await otto.call({ path: 'admin/coins' });
    expect(listed.results[1]).toMatchObject({ code: 'WIF' });
    const { rows } = await exchange.test.database.pool.query(
      "select before, after from audit_log where action = 'coin_changed'",
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].before).toMatchObject({ name: 'Hat', 'polygon withdrawal_fee': '1' });
    expect(rows[0].after).toEqual({
      ...{ name: 'Big hat', place: 1, 'polygon confirmations': 20, 'polygon deposit_min': '2' },
      ...{ 'polygon withdrawal_fee': '3', 'polygon withdrawal_min': '6', 'polygon withdrawal_max': '500' },
    });
  });

  it('changes its base, links and explorer, and keeps what a call leaves out', async () => {
    const links = [{ href: 'https://hat.example/paper', title: 'Paper' }];
    const [site, tx_explorer] = ['https://hat.example/', 'https://scan.example/tx/'];
    const { body } = await put(otto, path, { ...wanted, site, base: 'ETH', links, tx_explorer });
    expect(body).toMatchObject({ base: 'ETH', site, links, tx_explorer });
    const { body: kept } = await put(otto, path, { ...wanted, site });
    expect(kept).toMatchObject({ base: 'ETH', site, links, tx_explorer });
    const { rows } = await exchange.test.database.pool.query(
      "select after from audit_log where action = 'coin_changed' order by number desc limit 2",
    );
    expect(rows[1].after).toEqual({ site, base: 'ETH', links: [`Paper ${links[0]?.href}`], tx_explorer });
    expect((await put(otto, path, { ...wanted, base: 'NONE' })).body.fields).toHaveProperty('base');
    expect((await put(otto, path, { ...wanted, links })).body.fields).toHaveProperty('site');
    await put(otto, path, { ...wanted, base: 'WIF', links: [], tx_explorer: null });
  });

  it('is changed beside whoever writes down what refers to it and then to its network', async () => {
    const [here] = wanted.networks;
    const { status } = await commitMeanwhile(exchange.test.database, {
      lock: "select from coins where code = 'WIF' for key share",
      call: () => put(otto, path, { ...wanted, networks: [{ ...here, confirmations: 21 }] }),
      change: (other) => other.query("select from blockchains where code = 'polygon' for key share"),
    });
    expect(status).toBe(200);
    expect((await put(otto, path, wanted)).status).toBe(200);
  });

  const firstDeposit = `insert into deposits
    (network, transaction_id, output_index, address, coin, contract, chain_amount, status)
    values ('polygon', '0x01', 0, 'x', 'WIF', '${contract}', 1, 'pending')`;

  it('keeps its confirmations also when money comes in between the check and the change', async () => {
    const [here] = wanted.networks;
    const { body } = await commitMeanwhile(exchange.test.database, {
      lock: "select from coins, blockchains where coins.code = 'WIF' and blockchains.code = 'polygon' for update",
      call: () => put(otto, path, { ...wanted, networks: [{ ...here, confirmations: 3 }] }),
      change: (other) => other.query(firstDeposit),
    });
    expect([body.code, Object.keys(body.fields ?? {})]).toEqual([
      'network_in_use',
      ['networks.0.confirmations'],
    ]);
  });

  it('keeps its contract and its confirmations once money has come in', async () => {
    const [here] = wanted.networks;
    const other = { ...here, contract: '0x00000000219ab540356cBB839Cbe05303d7705Fa', confirmations: 3 };
    const { body } = await put(otto, path, { ...wanted, networks: [other] });
    expect([body.code, Object.keys(body.fields)]).toEqual([
      'network_in_use',
      ['networks.0.confirmations', 'networks.0.contract'],
    ]);
  });

  it('has its network corrected by two people, and nobody is shown the login of a node', async () => {
    const { pool } = exchange.test.database;
    const read = async () =>
      (await pool.query("select confirmations, parameters from blockchains where code = 'polygon'")).rows[0];
    const { parameters } = await read();
    const { nodes, ...rest } = parameters;
    const change = {
      ...{ family: 'evm', name: 'Polygon', tx_explorer: 'https://blocks.example/', confirmations: 99 },
      parameters: { ...rest, nodes: [nodes[0].replace('secret', 'hidden')] },
    };
    const alone = await put(otto, 'admin/networks/polygon', { change });
    expect(alone.body.code).toBe('second_person_required');
    const propose = async (body: object) => {
      const words = { reason: 'a new node', confirmation: await otto.freshCode() };
      return otto.call({
        ...{ method: 'POST', path: 'admin/approvals/network-change' },
        body: { network: 'polygon', ...words, ...body },
      });
    };
    const approve = async (id: string) => {
      const words = { reason: 'seen', confirmation: await admin.freshCode() };
      return admin.call({ method: 'POST', path: `admin/approvals/${id}/approve`, body: words });
    };
    const another = { ...change, parameters: { ...change.parameters, chainId: 1 } };
    expect((await propose({ change: another, without_node: true })).body).toMatchObject({
      code: 'network_in_use',
      fields: { 'change.parameters.chainId': expect.any(String) },
    });
    const wrong = { ...change, parameters: { ...change.parameters, nodes: ['http://169.254.169.254/'] } };
    expect((await propose({ change: wrong })).body.code).toBe('network_wrong');
    const away = { ...change, parameters: { ...change.parameters, nodes: ['http://127.0.0.1:1'] } };
    const asked = await propose({ change: away });
    expect((await approve(asked.body.id)).body).toMatchObject({
      state: 'failed',
      failure: 'node_unreachable',
    });
    const { body } = await propose({ change });
    expect(body.payload.after).toMatchObject({
      ...{ confirmations: '99', nodes: expect.stringContaining('(with another login)') },
    });
    expect(JSON.stringify(body)).not.toContain('hidden');
    expect((await read()).confirmations).not.toBe(99);
    expect((await approve(body.id)).body.state).toBe('executed');
    expect(await read()).toMatchObject({
      confirmations: 99,
      parameters: { nodes: [expect.stringContaining('hidden')] },
    });
  });
});

describe('a new market', () => {
  it('shows its exact rules, and says what is wrong with them', async () => {
    const preview = (body: object) => otto.call({ method: 'POST', path: 'admin/markets/preview', body });
    expect((await preview(market)).body).toMatchObject({
      ...{ pair: 'WIF-USDT', book_steps: ['0.1', '0.01', '0.001', '0.0001'] },
      rules: { base_decimals: 6, quote_decimals: 6, tick: '0.0001' },
    });
    expect((await preview({ ...market, quantity_decimals: 8 })).body.code).toBe('market_rules_invalid');
    expect((await preview({ ...market, base: 'NONE' })).body.code).toBe('coin_invalid');
    expect((await preview({ ...market, base: 'BTC' })).body.code).toBe('market_exists');
    expect((await preview({ ...market, quote: 'WIF' })).body.code).toBe('not_suitable_pair');
  });

  it('takes no orders until two people open it, and is then traded without a restart', async () => {
    const made = await change(otto, 'admin/markets', market);
    expect(made.body).toMatchObject({ pair: 'WIF-USDT', state: 'cancel_only' });
    await exchange.fund(trader, 'WIF', 1_000_000_000n);
    await exchange.fund(second, 'USDT', 1_000_000_000n);
    const order = (by: Member, operation: string) =>
      by.call({
        method: 'POST',
        path: 'orders',
        body: { pair: 'WIF-USDT', operation, price: '2.5', quantity: '10' },
      });
    expect((await order(trader, 'sell')).body.code).toBe('market_closed');
    const { body } = await change(otto, 'admin/approvals/market-reopening', { pair: 'WIF-USDT' });
    expect((await change(admin, `admin/approvals/${body.id}/approve`, {})).body.state).toBe('executed');
    expect((await order(trader, 'sell')).body.status).toBe('open');
    expect((await order(second, 'buy')).body.status).toBe('filled');
    const shown = async () =>
      marketEndpoints.pairs.response
        .parse((await trader.call({ path: 'pairs' })).body)
        .pairs.find(({ code }) => code === 'WIF-USDT');
    await expect.poll(async () => (await shown())?.price).toBe('2.5');
    const candles = async () =>
      JSON.stringify((await trader.call({ path: 'candles/WIF-USDT?timeframe=1m' })).body);
    await expect.poll(candles).toContain('2.5');
  });
});

describe('a new network', () => {
  // A demo has development chains alone, which ask no node: what it says of one is kept and shown all the same.
  const listing = (address: string) => ({
    ...{ code: 'NET', name: 'Net', decimals: 6 },
    networks: [{ network: 'newnet', decimals: 6, ...terms }],
    new_network: {
      ...{ code: 'newnet', name: 'New net', family: 'development', address_format: 'evm', confirmations: 6 },
      ...{ tx_explorer: 'https://blocks.example/', parameters: { nodes: [address] } },
    },
  });

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://[fe80::1]:8545',
    'http://[::ffff:169.254.169.254]/',
    'http://0xA9FEA9FE/',
    'http://metadata.google.internal/',
    'http://user:password@127.0.0.1:8545',
  ])('is refused with a node at %s', async (address) => {
    const { body } = await change(otto, 'admin/coins', listing(address));
    expect(body).toMatchObject({
      ...{ code: 'network_wrong', detail: expect.stringContaining('address of a node') },
    });
  });

  it('has the host of its node in the log, and shows it to whoever votes on a market of its coins', async () => {
    const { host } = new URL(nodeUrl);
    const listed = await change(otto, 'admin/coins', listing(`${nodeUrl}/key-of-ours`));
    expect(listed.body).toMatchObject({ code: 'NET' });
    const { rows } = await exchange.test.database.pool.query(
      "select after ->> 'nodes' as nodes from audit_log where object = 'coin:NET'",
    );
    expect(rows).toEqual([{ nodes: JSON.stringify([host]) }]);
    await change(otto, 'admin/markets', { ...market, base: 'NET' });
    const { body } = await change(otto, 'admin/approvals/market-reopening', { pair: 'NET-USDT' });
    expect(body.payload).toEqual({ pair: 'NET-USDT', nodes: [`newnet: ${host}`] });
    const { rows: kept } = await exchange.test.database.pool.query(
      "update blockchains set parameters = jsonb_set(parameters, '{nodes,0}', '\"http://elsewhere.example\"') where code = 'newnet' returning code",
    );
    expect(kept).toHaveLength(1);
    expect((await change(admin, `admin/approvals/${body.id}/approve`, {})).body).toMatchObject({
      ...{ state: 'failed', failure: 'changed_meanwhile' },
    });
  });
});

describe('the logo of a coin', () => {
  const put = async (code: string, picture: string | null) => {
    const words = { reason: 'from their press kit', confirmation: await otto.freshCode() };
    const path = `admin/coins/${code}/logo`;
    return otto.call({ method: 'PUT', path, body: { ...words, picture } });
  };
  const shown = async () => (await trader.call({ path: marketEndpoints.coins.path })).body;

  it('is ours however it was sent, has an address of its content, and is removed again', async () => {
    expect((await put('WIF', null)).body.logo).toBeNull();
    const { body } = await put('WIF', drawing('#cc0000'));
    const { logo } = listingEndpoints.changeLogo.response.parse(body);
    expect(logo).toMatch(/^\/public\/brand\/logo-[0-9a-f]{32}\.png$/);
    expect(JSON.stringify(await shown())).toContain(`"logo":"${logo}"`);
    expect(settingsOf(exchange.platform).coinLogos).toEqual({ WIF: logo?.slice('/public/brand/'.length) });
    const file = await exchange.app.inject(logo ?? '');
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/png']);
    expect(file.headers['cache-control']).toContain('immutable');
    expect(file.headers['content-security-policy']).toContain('sandbox');
    expect((await put('WIF', drawing('#00cc00'))).body.logo).not.toBe(logo);
    expect((await put('WIF', null)).body.logo).toBeNull();
    expect(settingsOf(exchange.platform).coinLogos).toEqual({});
    expect(JSON.stringify(await shown())).toContain('"logo":"/public/coins/wif.svg"');
    const { rows } = await exchange.test.database.pool.query<{ object: string; before: { logo: unknown } }>(
      "select object, before, after from audit_log where action = 'coin_logo_changed' order by number",
    );
    expect(rows).toHaveLength(4);
    expect(rows[1]).toEqual({ object: 'coin:WIF', before: { logo: null }, after: { logo: logo?.slice(14) } });
    expect(rows[3]).toMatchObject({
      before: { logo: expect.stringMatching(/^logo-/) },
      after: { logo: null },
    });
  });

  it('is changed by nobody without the right, without a fresh code, or of a coin that there is not', async () => {
    expect((await put('NONE', null)).body.code).toBe('coin_invalid');
    const call = { method: 'PUT', path: 'admin/coins/WIF/logo' } as const;
    const body = { picture: drawing('#0000cc'), reason: 'from their press kit' };
    expect((await otto.call({ ...call, body })).status).toBe(401);
    expect((await trader.call({ ...call, body })).status).toBe(404);
    expect(settingsOf(exchange.platform).coinLogos).toEqual({});
  });
});

it('keeps deposits of a coin off that the signer’s file lacks, until it has it or staff override that with a reason', async () => {
  const { pool } = exchange.test.database;
  const watch = signerWatch(exchange.platform);
  watch.coins = { arbitrum: { ETH: {}, LACK: { contract } } };
  const token = '0x6B175474E89094C44Da98b954EedeAC495271d0F';
  const lacking = {
    ...{ code: 'LACK', name: 'Lacking', decimals: 6 },
    networks: [{ network: 'arbitrum', contract: token, decimals: 6, ...terms }],
  };
  // It has the coin under another contract, which is another coin.
  const lines = `"LACK": {"contract":"${token}","dayMax":"1000000"}`;
  const preview = await otto.call({ method: 'POST', path: 'admin/coins/preview', body: lacking });
  expect(preview.body.networks).toMatchObject([{ signer: 'lacks', signer_lines: lines }]);
  expect((await change(otto, 'admin/coins', lacking)).status).toBe(200);
  const { rows } = await pool.query(
    "select after from audit_log where action = 'coin_listed' and object = 'coin:LACK'",
  );
  expect(rows).toMatchObject([{ after: { deposits_off_without_signer: ['arbitrum'] } }]);
  const here = async () => {
    const { body } = await otto.call({ path: 'admin/networks' });
    const { coins } = body.results.find(({ network }: { network: string }) => network === 'arbitrum');
    return coins.find(({ currency }: { currency: string }) => currency === 'LACK');
  };
  expect(await here()).toMatchObject({ deposits: false, signer: 'lacks', signer_lines: lines });
  const turn = async (body: object) =>
    otto.call({
      ...{ method: 'PUT', path: 'admin/networks/arbitrum/coins/LACK/switches' },
      body: { withdrawals: true, reason: 'as agreed', confirmation: await otto.freshCode(), ...body },
    });
  expect((await turn({ deposits: true })).body.code).toBe('signer_lacks_coin');
  expect((await here()).deposits).toBe(false);
  expect((await turn({ deposits: true, override_signer: true })).status).toBe(200);
  expect((await here()).deposits).toBe(true);
  const { rows: overridden } = await pool.query(
    "select after from audit_log where action = 'switches_set' and object = 'network:arbitrum/LACK'",
  );
  expect(overridden).toEqual([{ after: { deposits: true, withdrawals: true, signer_overridden: true } }]);
  // Off needs nothing of the signer, and once its file has the coin, neither does on.
  expect((await turn({ deposits: false })).status).toBe(200);
  watch.coins = { arbitrum: { LACK: { contract: token } } };
  expect(await here()).toMatchObject({ signer: 'pays', signer_lines: null });
  expect((await turn({ deposits: true })).status).toBe(200);
  // A signer of before says nothing of coins.
  watch.coins = undefined;
  expect(await here()).toMatchObject({ signer: 'unknown', signer_lines: null });
});
