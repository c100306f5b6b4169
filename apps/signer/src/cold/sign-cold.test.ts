import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  accountsOf,
  addressFormats,
  type RefillFile,
  readSignedRefill,
  seedOf,
  writeRefillFile,
} from '@emporion/chains';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoPassphrasePath, initializeDemo } from '#ceremony/init.ts';
import { openKeystore } from '#keystore/keystore.ts';
import { signCold } from './sign-cold.ts';

const folder = mkdtempSync(join(tmpdir(), 'emporion-cold-'));
const env = { SIGNER_PASSPHRASE_FILE: demoPassphrasePath(folder) };
const path = join(folder, 'refill.json');
let file: RefillFile;
beforeAll(async () => {
  await initializeDemo(folder);
  const passphrase = readFileSync(demoPassphrasePath(folder), 'utf8').trim();
  const { mnemonic } = await openKeystore(folder, passphrase);
  const keys = accountsOf(seedOf(mnemonic))('evm');
  const at = (index: number) => addressFormats.evm.fromPublicKey(keys.publicKey({ branch: 0, index }));
  file = {
    ...{
      version: 1,
      network: 'ethereum',
      addressFormat: 'evm',
      coin: 'ETH',
      decimals: 18,
      amount: 1_500_000_000_000_000_500n,
      from: at(0),
      to: at(1),
    },
    transaction: { family: 'development', nonce: 0, fee: 1_000n },
  };
  writeFileSync(path, JSON.stringify(writeRefillFile(file)));
});
afterAll(() => rmSync(folder, { recursive: true }));

const person = (answer: string, shown: string[] = []) => ({
  show: (text: string) => void shown.push(text),
  ask: async () => answer,
  askHidden: async () => '',
  clear: () => undefined,
});

it('shows what it pays, and signs when the person says yes', async () => {
  const shown: string[] = [];
  await signCold({ folder, env, path, terminal: person('yes', shown) });
  expect(shown.join('\n')).toContain(`To       ${file.to}`);
  expect(shown).toContain(
    'Amount   1.5000000000000005 ETH (1500000000000000500 units, of which 10^18 are one)',
  );
  expect(shown).toContain('Fee      at most 0.000000000000001 ETH (1000 units, of which 10^18 are one)');
  expect(readSignedRefill(readFileSync(`${path}.signed`, 'utf8'), file)).toMatchObject({ ok: true });
});

it('shows the number of the chain that the signature counts on', async () => {
  const shown: string[] = [];
  const evm = join(folder, 'evm.json');
  const fees = { gas: 21_000n, maxFeePerGas: 2n, maxPriorityFeePerGas: 1n };
  const transaction = { family: 'evm', nonce: 0, chainId: 137, ...fees } as const;
  writeFileSync(evm, JSON.stringify(writeRefillFile({ ...file, transaction })));
  await signCold({ folder, env, path: evm, terminal: person('yes', shown) });
  expect(shown).toContain('Network  ethereum (chain 137)');
});

it('signs nothing without a yes, a person, or a file that it understands', async () => {
  rmSync(`${path}.signed`, { force: true });
  await expect(signCold({ folder, env, path, terminal: person('no') })).rejects.toThrow('Nothing was signed');
  await expect(signCold({ folder, env, path, terminal: undefined })).rejects.toThrow('terminal');
  await expect(signCold({ folder, env, path: `${path}.gone`, terminal: person('yes') })).rejects.toThrow(
    'no file',
  );
  const other = join(folder, 'other.json');
  writeFileSync(other, JSON.stringify({ ...(writeRefillFile(file) as object), from: `0x${'1'.repeat(40)}` }));
  await expect(signCold({ folder, env, path: other, terminal: person('yes') })).rejects.toThrow(
    'do not have',
  );
  expect(() => readFileSync(`${path}.signed`)).toThrow();
});
