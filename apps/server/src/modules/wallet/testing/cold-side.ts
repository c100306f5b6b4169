import { AccountKeys, accountsOf, readRefillFile, seedOf, signRefillFile } from '@emporion/chains';
import { sql } from 'kysely';
import { readNetworks } from '#modules/markets/index.ts';
import { formatOf } from '../addresses/chain-addresses.ts';
import { createOperator } from './staff.ts';
import type { WalletApp } from './wallet-app.ts';

/** Another mnemonic than the signer's: the cold keys are nobody's in the server. */
const seed = seedOf(`${'zoo '.repeat(23)}vote`);

/** A cold address of a network, and the person who has its keys. */
export async function openColdSide(app: WalletApp, code: string) {
  const network = (await readNetworks(app.platform)).networks.get(code);
  if (!network) throw new Error(`There is no network ${code}.`);
  const keys = new AccountKeys(seed, network.addressFormat);
  const address = formatOf(network).fromPublicKey(keys.publicKey({ branch: 0, index: 0 }));
  await sql`update wallet_keys set cold_address = ${address} where network = ${code}`.execute(
    app.test.database.kysely,
  );
  const operator = await createOperator(app);
  const bring = (id: string, unsigned: string) => {
    const signed = signRefillFile(readRefillFile(JSON.parse(unsigned)), accountsOf(seed));
    return operator.call('POST', `admin/cold/refills/${id}/import`, { signed });
  };
  return {
    address,
    operator,
    /** Signed by the cold keys, and brought back. */
    bring,
    /** Made by the operator, signed by the cold keys, and brought back. Answers with the call that brought it. */
    refill: async (currency: string, amount: string) => {
      const made = await operator.call('POST', 'admin/cold/refills', { network: code, currency, amount });
      if (made.status !== 200) return made;
      return bring(made.body.id, made.body.unsigned);
    },
    statusOf: async (id: string): Promise<string> => {
      const { body } = await operator.get('admin/cold/refills');
      return body.results.find((refill: { id: string }) => refill.id === id)?.status;
    },
  };
}
