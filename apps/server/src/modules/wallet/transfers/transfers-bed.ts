import { afterAll, beforeAll } from 'vitest';
import { mailedCode } from '../testing/mailed-code.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';

export let app: WalletApp;
export const post = (path: string, as: string, body: object = {}) =>
  app.call({ method: 'POST', path, as, body });
export const actual = async (name: string, coin = 'USDT') => (await app.balance(name))[coin]?.actual;
export async function rich(name: string, amount = '100'): Promise<void> {
  await app.person(name);
  await app.fund(name, 'USDT', amount);
}
export const confirmation = (name: string, action: 'transfer' | 'p2p_code' | 'p2p_code_show') =>
  mailedCode(app, name, action);
export let counter = 0;
export const clientId = () => {
  counter += 1;
  return `t${counter}`;
};
export const sum = async (...names: string[]) => {
  const parts = await Promise.all(names.map((name) => actual(name)));
  return parts.reduce((all, part) => all + Number(part), 0);
};

/** An exchange whose users send each other money. */
export function useTransferApp(): void {
  beforeAll(async () => {
    app = await createWalletApp();
  });
  afterAll(() => app.close());
}
