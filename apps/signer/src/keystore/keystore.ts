import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalizeMnemonic } from '@emporion/chains';
import {
  readBoolean,
  readFields,
  readJson,
  readText,
  readWholeNumber,
  ShapeError,
} from '@emporion/chains/wire';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { type Algorithm, hashRaw } from '@node-rs/argon2';
import { replaceFile } from '#files.ts';
import { signerCommand } from '#signer-command.ts';
import { StartupError } from '#startup-error.ts';
import { isPublished } from './published-mnemonics.ts';

export interface Keystore {
  readonly mnemonic: string;
  /** Made for a demo: its passphrase lies beside it. */
  readonly demo: boolean;
}

interface KdfCost {
  readonly memoryKib: number;
  readonly passes: number;
}

interface Header extends KdfCost {
  readonly emporion: 'signer-keystore';
  readonly version: 1;
  readonly demo: boolean;
  readonly salt: string;
  readonly nonce: string;
}

/** A person's passphrase is stretched. The demo's is random and lies beside its keystore: there is nothing to stretch. */
const costs: Record<'person' | 'demo', KdfCost> = {
  person: { memoryKib: 128 * 1024, passes: 3 },
  demo: { memoryKib: 8 * 1024, passes: 1 },
};
const argon2id: Algorithm.Argon2id = 2;
/** What a file may ask of this machine. */
const memoryKibMax = 1024 * 1024;
const passesMax = 20;

export function keystorePath(folder: string): string {
  return join(folder, 'keystore.json');
}

/** @throws StartupError when the folder has none. */
export function requireKeystore(folder: string): void {
  if (!existsSync(keystorePath(folder)))
    throw new StartupError(`There is no keystore in ${folder}: run \`${signerCommand('init')}\` first.`);
}

/** Writes a mnemonic under a passphrase: Argon2id makes the key, XChaCha20-Poly1305 seals, and everything else in the file is part of what is sealed. */
export async function writeKeystore(
  folder: string,
  { mnemonic, demo, passphrase }: Keystore & { passphrase: string },
): Promise<void> {
  const header: Header = {
    emporion: 'signer-keystore',
    version: 1,
    demo,
    ...costs[demo ? 'demo' : 'person'],
    salt: randomBytes(16).toString('base64'),
    nonce: randomBytes(24).toString('base64'),
  };
  const cipher = await cipherFor(header, passphrase);
  const sealed = Buffer.from(cipher.encrypt(Buffer.from(mnemonic))).toString('base64');
  replaceFile(keystorePath(folder), `${JSON.stringify({ ...header, sealed }, undefined, 2)}\n`);
}

/** @throws StartupError for a wrong passphrase, a damaged file, or words that everybody knows. */
export async function openKeystore(folder: string, passphrase: string): Promise<Keystore> {
  const { sealed, ...header } = readKeystore(folder);
  let mnemonic: string | undefined;
  try {
    const cipher = await cipherFor(header, passphrase);
    mnemonic = normalizeMnemonic(Buffer.from(cipher.decrypt(Buffer.from(sealed, 'base64'))).toString('utf8'));
  } catch {
    throw new StartupError('The passphrase is wrong, or the keystore is damaged.');
  }
  if (!mnemonic) throw new StartupError('The keystore holds no mnemonic of 24 words.');
  if (isPublished(mnemonic))
    throw new StartupError(
      'The words in the keystore are published: whoever reads them can take the money. Make others.',
    );
  return { mnemonic, demo: header.demo };
}

function readKeystore(folder: string): Header & { sealed: string } {
  requireKeystore(folder);
  const path = keystorePath(folder);
  try {
    const required = [
      'emporion',
      'version',
      'demo',
      'memoryKib',
      'passes',
      'salt',
      'nonce',
      'sealed',
    ] as const;
    const fields = readFields(readJson(readFileSync(path, 'utf8'), 'It'), { at: 'It', required });
    if (fields.emporion !== 'signer-keystore' || fields.version !== 1)
      throw new ShapeError('It is of another version.');
    return {
      emporion: fields.emporion,
      version: fields.version,
      demo: readBoolean(fields.demo, 'demo'),
      memoryKib: readWholeNumber(fields.memoryKib, { at: 'memoryKib', max: memoryKibMax }),
      passes: readWholeNumber(fields.passes, { at: 'passes', max: passesMax }),
      salt: readText(fields.salt, { at: 'salt', max: 100 }),
      nonce: readText(fields.nonce, { at: 'nonce', max: 100 }),
      sealed: readText(fields.sealed, { at: 'sealed', max: 10_000 }),
    };
  } catch (error) {
    if (error instanceof ShapeError)
      throw new StartupError(`The keystore ${path} cannot be read. ${error.message}`);
    throw error;
  }
}

async function cipherFor(header: Header, passphrase: string) {
  const { emporion, version, demo, memoryKib, passes, salt, nonce } = header;
  const key = await hashRaw(passphrase.normalize('NFKC'), {
    algorithm: argon2id,
    memoryCost: memoryKib,
    timeCost: passes,
    parallelism: 1,
    outputLen: 32,
    salt: Buffer.from(salt, 'base64'),
  });
  const associated = JSON.stringify([emporion, version, demo, memoryKib, passes, salt, nonce]);
  return xchacha20poly1305(key, Buffer.from(nonce, 'base64'), Buffer.from(associated));
}
