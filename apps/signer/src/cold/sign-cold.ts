import { readFileSync } from 'node:fs';
import {
  accountsOf,
  addressFormatNames,
  addressFormats,
  feeOfRefill,
  type RefillFile,
  readRefillFile,
  seedOf,
  signRefillFile,
} from '@emporion/chains';
import { readJson, ShapeError } from '@emporion/chains/wire';
import { formatDecimal } from '@emporion/kernel';
import type { Terminal } from '#ceremony/terminal.ts';
import { replaceFile } from '#files.ts';
import { openKeystore, requireKeystore } from '#keystore/keystore.ts';
import { readPassphrase } from '#keystore/passphrase.ts';
import { signerCommand } from '#signer-command.ts';
import { StartupError } from '#startup-error.ts';

interface Folder {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal | undefined;
}

/**
 * Signs the file of a refill with the keys of this folder, which are those of the cold address and no signer's. A person sees what it pays and says yes. The
 * signed transaction is written beside the file, with `.signed` after its name.
 *
 * @throws StartupError
 */
export async function signCold({ path, ...parts }: Folder & { readonly path: string }): Promise<void> {
  const { terminal } = parts;
  if (!terminal) throw new StartupError('Somebody must see what is signed: run it in a terminal.');
  const keysOf = await openKeys(parts);
  try {
    const file = readRefillFile(readJson(readFileSync(path, 'utf8'), path));
    terminal.show(`Network  ${file.network}${chainOf(file)}`);
    terminal.show(`From     ${file.from}`);
    terminal.show(`To       ${file.to}`);
    terminal.show(`Amount   ${shownAmount(file, file.amount)}`);
    if (file.contract) terminal.show(`Token    ${file.contract}`);
    terminal.show(`Fee      at most ${shownFee(file)}`);
    terminal.show(
      `Compare the address that it goes to with what \`${signerCommand('addresses')}\` shows where the hot keys are.`,
    );
    if ((await terminal.ask('Sign it? Type yes: ')).trim() !== 'yes')
      throw new StartupError('Nothing was signed.');
    replaceFile(`${path}.signed`, `${signRefillFile(file, keysOf)}\n`);
    terminal.show(`Signed: ${path}.signed`);
  } catch (error) {
    if (error instanceof ShapeError) throw new StartupError(error.message);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new StartupError(`There is no file ${path}.`);
    throw error;
  }
}

/** In the coin and in the chain's units: how many of them are one coin is the server's word, so it is said. */
function shownAmount({ coin, decimals }: RefillFile, units: bigint): string {
  if (decimals === undefined) return `${units} units of ${coin}`;
  return `${formatDecimal(units, decimals)} ${coin} (${units} units, of which 10^${decimals} are one)`;
}

/** Of a token it is paid in the coin of the network, which the file does not tell of. */
function shownFee(file: RefillFile): string {
  const fee = feeOfRefill(file);
  return file.contract ? `${fee} units of the network's own coin` : shownAmount(file, fee);
}

/** The name of a network is the server's word; what a signature counts on is this. */
function chainOf({ transaction }: RefillFile): string {
  switch (transaction.family) {
    case 'evm':
      return ` (chain ${transaction.chainId})`;
    case 'bitcoin':
      return ` (chain ${transaction.chain})`;
    case 'development':
      return '';
  }
}

/** The addresses of the first keys: what a cold address can be, and where payouts are made from. */
export async function showAddresses(parts: Folder): Promise<void> {
  const keysOf = await openKeys(parts);
  for (const name of addressFormatNames) {
    const at = (branch: 0 | 1) =>
      addressFormats[name].fromPublicKey(keysOf(name).publicKey({ branch, index: 0 }));
    process.stdout.write(`${name.padEnd(9)} cold ${at(0)}  hot ${at(1)}\n`);
  }
}

async function openKeys({ folder, env, terminal }: Folder) {
  requireKeystore(folder);
  const { mnemonic } = await openKeystore(folder, await readPassphrase(env, terminal));
  return accountsOf(seedOf(mnemonic));
}
