import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeMnemonic, normalizeMnemonic } from '@emporion/chains';
import { CountFile } from '#count/count-file.ts';
import { replaceFile } from '#files.ts';
import { keystorePath, writeKeystore } from '#keystore/keystore.ts';
import { readNewPassphrase } from '#keystore/passphrase.ts';
import { isPublished } from '#keystore/published-mnemonics.ts';
import { signerCommand } from '#signer-command.ts';
import { StartupError } from '#startup-error.ts';
import type { Terminal } from './terminal.ts';

const repeatedWords = 3;
const emptyPolicy = { version: 1, transactionsPerDay: 5_000, networks: {} };

/**
 * The ceremony of the first start: makes the words, shows them once, has some repeated, and writes keystore, policy and count.
 *
 * @throws StartupError when the folder has a keystore, or the person gives up.
 */
export async function initialize(parts: {
  folder: string;
  env: Readonly<Record<string, string | undefined>>;
  terminal: Terminal | undefined;
  restore: boolean;
}): Promise<void> {
  const { folder, env, terminal, restore } = parts;
  refuseSecondKeystore(folder);
  if (!terminal)
    throw new StartupError(
      `The words must be shown to a person: run \`${signerCommand('init')}\` in a terminal.`,
    );
  const passphrase = await readNewPassphrase(env, terminal);
  const mnemonic = restore ? await askForWords(terminal) : await showNewWords(terminal);
  await writeFolder(folder, { mnemonic, passphrase, demo: false });
  terminal.show(
    `The keystore is in ${folder}. Write what may be signed into signer.json beside it, then run \`${signerCommand()}\`.`,
  );
}

/** A keystore for a demo, with a random passphrase beside it. It is marked: nothing but a demo takes it. */
export async function initializeDemo(folder: string): Promise<void> {
  refuseSecondKeystore(folder);
  const passphrase = randomBytes(32).toString('base64url');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  replaceFile(demoPassphrasePath(folder), `${passphrase}\n`);
  await writeFolder(folder, { mnemonic: makeMnemonic(), passphrase, demo: true });
}

export function demoPassphrasePath(folder: string): string {
  return join(folder, 'demo-passphrase');
}

/** The keystore comes last: a folder that has one has everything. */
async function writeFolder(
  folder: string,
  content: { mnemonic: string; passphrase: string; demo: boolean },
): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(policyPath(folder)))
    replaceFile(policyPath(folder), `${JSON.stringify(emptyPolicy, undefined, 2)}\n`);
  if (!CountFile.exists(folder)) CountFile.create(folder, Date.now());
  await writeKeystore(folder, content);
}

export function policyPath(folder: string): string {
  return join(folder, 'signer.json');
}

function refuseSecondKeystore(folder: string): void {
  if (existsSync(keystorePath(folder)))
    throw new StartupError(
      `There is a keystore in ${folder} already. Move it away first, if you are sure that no money lies on it.`,
    );
}

async function askForWords(terminal: Terminal): Promise<string> {
  const mnemonic = normalizeMnemonic(await terminal.askHidden('The 24 words: '));
  if (!mnemonic) throw new StartupError('These are not 24 words of one mnemonic: look for a typing error.');
  if (isPublished(mnemonic))
    throw new StartupError('These words are published: whoever reads them can take the money. Make others.');
  return mnemonic;
}

async function showNewWords(terminal: Terminal): Promise<string> {
  const mnemonic = makeMnemonic();
  const words = mnemonic.split(' ');
  terminal.show(
    'These words are the money. Write them on paper, and show them to nobody. They are shown once.\n',
  );
  for (const [at, word] of words.entries()) terminal.show(`${String(at + 1).padStart(2)}. ${word}`);
  await terminal.ask('\nPress Enter when they are written down; the screen is emptied then. ');
  terminal.clear();
  for (const at of drawPlaces(words.length)) {
    const answer = await terminal.ask(`Word ${at + 1}: `);
    if (answer.trim().toLowerCase() !== words[at])
      throw new StartupError('That is another word. Nothing was kept: begin again.');
  }
  return mnemonic;
}

function drawPlaces(count: number): number[] {
  const places = new Set<number>();
  while (places.size < repeatedWords) places.add(randomInt(count));
  return [...places];
}
