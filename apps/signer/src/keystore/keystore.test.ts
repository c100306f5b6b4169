import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeMnemonic } from '@emporion/chains';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keystorePath, openKeystore, writeKeystore } from './keystore.ts';
import { isPublished } from './published-mnemonics.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'emporion-keystore-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const passphrase = 'correct horse battery staple';

it('gives the words back for the passphrase, and for no other; the file shows neither and is for its owner alone', async () => {
  const mnemonic = makeMnemonic();
  await writeKeystore(folder, { mnemonic, passphrase, demo: false });
  expect(await openKeystore(folder, passphrase)).toEqual({ mnemonic, demo: false });
  await expect(openKeystore(folder, `${passphrase}!`)).rejects.toThrow('passphrase is wrong');
  const text = readFileSync(keystorePath(folder), 'utf8');
  for (const word of mnemonic.split(' ')) expect(text).not.toContain(` ${word} `);
  expect(text).not.toContain(passphrase);
  expect(statSync(keystorePath(folder)).mode & 0o777).toBe(0o600);
});

it('is not opened with anything in it changed: neither its mark nor its cost', async () => {
  await writeKeystore(folder, { mnemonic: makeMnemonic(), passphrase, demo: true });
  const file = JSON.parse(readFileSync(keystorePath(folder), 'utf8'));
  const changes = [
    { demo: false },
    { passes: 2 },
    { memoryKib: 9 * 1024 },
    { memoryKib: 2 ** 40 },
    { passes: 0 },
    { salt: Buffer.alloc(16).toString('base64') },
    { nonce: Buffer.alloc(24).toString('base64') },
    { nonce: 'x' },
    { version: 2 },
    { sealed: file.sealed.replace(/^./, (first: string) => (first === 'A' ? 'B' : 'A')) },
    { more: 1 },
  ];
  for (const change of changes) {
    writeFileSync(keystorePath(folder), JSON.stringify({ ...file, ...change }));
    await expect(openKeystore(folder, passphrase), JSON.stringify(change)).rejects.toMatchObject({
      name: 'StartupError',
    });
  }
  writeFileSync(keystorePath(folder), JSON.stringify(file));
  expect(await openKeystore(folder, passphrase)).toMatchObject({ demo: true });
});

it('knows published words, and those typed for a test', async () => {
  const published = `${'abandon '.repeat(23)}art`;
  expect(isPublished(published)).toBe(true);
  expect(isPublished(`${'zoo '.repeat(23)}vote`)).toBe(true);
  expect(
    isPublished(
      'letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor acoustic bless',
    ),
  ).toBe(true);
  for (let time = 0; time < 200; time += 1) expect(isPublished(makeMnemonic())).toBe(false);
  await writeKeystore(folder, { mnemonic: published, passphrase, demo: true });
  await expect(openKeystore(folder, passphrase)).rejects.toThrow('are published');
});
