import { hardhatChainId } from '@emporion/chains/testing/evm-test-bed';
import { type Api, apiOf } from '../support/api.ts';
import { codeInMail, codesTo } from '../support/outbox.ts';
import { enterPassword, newPerson } from '../support/person.ts';
import { expect, type Page } from '../support/test.ts';
import { authenticator } from '../support/totp.ts';
import { act, change, type Desk, fillStep } from './desk.ts';
import { confirmations, type Production } from './production.ts';

export const password = 'Zinc-orbit-lantern-58';
/** Of the first market, at its first price. */
export const order = { type: 0, pair: 'LTC-USDT', quantity: '2', price: '80' };
const terms = { deposit_min: '0', withdrawal_fee: '0.01', withdrawal_min: '0.1', withdrawal_max: null };

/** By the link that the server printed: an account with an app, its backup codes, and the login with both. */
export async function becomeAdministrator(page: Page, production: Production): Promise<Desk> {
  const printed = () => /(https:\S+\/admin\/setup#[\w-]{43})\s/.exec(production.product.output())?.[1];
  await expect.poll(printed).toBeDefined();
  await page.goto(printed() ?? '');
  const email = 'founder@harbour.example';
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Founder');
  await page.getByRole('combobox', { name: 'Country' }).click();
  await page.keyboard.type('portug');
  await page.keyboard.press('Enter');
  await page.getByLabel('Day', { exact: true }).fill('17');
  await page.getByLabel('Month', { exact: true }).selectOption('5');
  await page.getByLabel('Year', { exact: true }).fill('1980');
  await page.getByRole('button', { name: 'Continue' }).click();
  const app = authenticator((await page.getByTestId('totp-secret').textContent()) ?? '');
  await page.getByLabel('Code', { exact: true }).fill(await app.code());
  const codes = page.getByRole('list', { name: 'Backup codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const backupCodes = await codes.allTextContents();
  await page.getByRole('button', { name: /^I have kept them/ }).click();
  const person = newPerson('en');
  await enterPassword(page, { ...person, email }, password);
  await page.getByLabel('Six-digit code').fill(await app.code());
  await expect(page).toHaveURL('/admin/first-run');
  return { page, app, backupCodes };
}

/** The guide's wizards, with a coin and its network, and the market between two coins. */
export async function listLitecoin(founder: Desk, production: Production): Promise<void> {
  const { page } = founder;
  await fillStep(page, { fields: { Code: 'LTC', Name: 'Litecoin', 'Decimals in our books': '8' } });
  await page.getByRole('combobox', { name: 'Network', exact: true }).click();
  await page.getByRole('option', { name: 'A new network …' }).click();
  await page.getByRole('combobox', { name: 'Which network' }).click();
  await page.getByRole('option', { name: 'Litecoin' }).click();
  await fillStep(page, {
    choices: { Chain: 'Private (regtest)' },
    fields: {
      ...{ Explorer: 'https://blocks.example/tx/', Confirmations: String(confirmations) },
      ...{ Node: production.litecoin.node.url, 'Highest fee, in satoshi per virtual byte': '1000' },
    },
  });
  await fillStep(page, {});
  await fillStep(page, { fields: { 'Fee of a withdrawal': '0.01', 'Smallest withdrawal': '0.1' } });
  await act(founder, { open: 'List the coin', done: 'The coin is listed.', reason: 'Asked for most' });
  await expect(page.getByText('LTC – Litecoin: litecoin')).toBeVisible();
}

export async function openTheMarket(founder: Desk): Promise<void> {
  const { page } = founder;
  await fillStep(page, {
    choices: { 'Coin that is traded': /^LTC/, 'Coin that prices are in': /^USDT/ },
  });
  await fillStep(page, { fields: { 'Price of one LTC, in USDT': '85' } });
  await fillStep(page, {});
  await fillStep(page, {});
  await act(founder, { open: 'Make the market', done: 'Market created.', reason: 'The first one' });
  await act(founder, {
    ...{ open: 'Open LTC-USDT', send: 'Propose', done: 'LTC-USDT is open.', reason: 'Everything is ready' },
  });
}

/** Coins that are only preparation here: the chain's own, and the token that prices are in. */
export async function listEthereum(founder: Desk, production: Production): Promise<void> {
  const { node, contracts } = production.ethereum;
  await change(founder, 'admin/coins', {
    ...{ code: 'ETH', name: 'Ether', decimals: 8 },
    networks: [{ network: 'ethereum', decimals: 18, ...terms }],
    new_network: {
      ...{ code: 'ethereum', name: 'Ethereum', family: 'evm', address_format: 'evm', confirmations },
      tx_explorer: 'https://blocks.example/tx/',
      parameters: {
        ...{ chainId: hardhatChainId, nodes: [node.url] },
        fees: {
          fallback: { maxFeePerGas: '20000000000', maxPriorityFeePerGas: '1000000000' },
          maxFeePerGas: '500000000000',
        },
      },
    },
  });
  const usdt = { network: 'ethereum', contract: contracts.plain, decimals: 6, ...terms };
  await change(founder, 'admin/coins', { code: 'USDT', name: 'Tether', decimals: 6, networks: [usdt] });
}

/** By account: a device that is not known would have to enter a code from a mail. */
const devices = new Map<string, unknown>();

export function knowDevice(email: string, device: unknown): void {
  devices.set(email, device);
}

export async function logInAs(page: Page, email: string): Promise<string> {
  const device = devices.get(email);
  const { access, device: known } = await apiOf(page).post('auth/login', {
    ...{ email, password },
    ...(device !== undefined && { device }),
  });
  devices.set(email, known);
  return String(access);
}

export const unitsOf = (coins: number, decimals: number) => BigInt(coins) * 10n ** BigInt(decimals);

/** Pays both traders from real nodes. */
export async function payIn(
  production: Production,
  seller: { api: Api },
  buyer: { api: Api },
): Promise<void> {
  const { ethereum, litecoin } = production;
  const addressOf = async ({ api }: { api: Api }, coin: string, network: string) => {
    const { address } = await api.get(`wallet/deposit-address/?currency=${coin}&network=${network}`);
    return String(address);
  };
  await litecoin.pay({ to: await addressOf(seller, 'LTC', 'litecoin'), amount: unitsOf(5, 8) });
  await litecoin.mine(confirmations);
  const to = await addressOf(buyer, 'USDT', 'ethereum');
  await ethereum.payToken(ethereum.contracts.plain, to, unitsOf(900, 6));
  await ethereum.node.mine(confirmations);
}

export const balanceOf = async (api: Api, coin: string) =>
  Number(
    (((await api.get('balance/')).balance ?? {}) as Record<string, { actual: string }>)[coin]?.actual ?? 0,
  );

/** Somebody with an account, at a browser of their own. */
export interface Trader {
  readonly page: Page;
  readonly email: string;
  readonly api: Api;
  readonly tokenNow: () => Promise<string>;
}

/** From the request to the code of its one mail, as a person does it who reads the mail, and the stage that it has then. */
export async function withdraw(
  { mail }: Production,
  { email, api }: Trader,
  { address, stage }: { address: string; stage: string },
): Promise<string> {
  const asked = { currency: 'LTC', network: 'litecoin', amount: '0.5', address, client_id: address };
  const { id = '' } = await api.post('wallet/withdrawals', asked);
  const seen = await codesTo(mail, email);
  await api.post(`wallet/withdrawals/${id}/send-code`, { method: 'email' });
  const code = await codeInMail(mail, email, seen);
  const confirmed = await api.post(`wallet/withdrawals/${id}/confirm`, {
    confirmation: { method: 'email', code },
  });
  expect(confirmed).toMatchObject({ stage });
  return String(id);
}

/** The transactions that wait for a block. */
export const mempoolOf = async ({ litecoin }: Production) =>
  (await litecoin.node.rpc.call('getrawmempool')) as string[];

/** What `withdraw` asks for has arrived. */
export async function expectPaid({ litecoin }: Production, address: string): Promise<void> {
  const { height } = await litecoin.chain.tip();
  expect(await litecoin.chain.balance([address], { contract: undefined, height })).toBe(unitsOf(1, 8) / 2n);
}
