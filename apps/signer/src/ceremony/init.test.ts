import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeMnemonic } from '@emporion/chains';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keystorePath, openKeystore } from '#keystore/keystore.ts';
import { demoPassphrasePath, initialize, initializeDemo, policyPath } from './init.ts';
import type { Terminal } from './terminal.ts';

let folder: string;
let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'emporion-init-'));
  folder = join(parent, 'signer');
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const passphrase = 'correct horse battery staple';

/** A person who reads the screen and types what is asked, or something else. */
class Person implements Terminal {
  readonly screen: string[] = [];
  readonly #hidden: string[];
  readonly #mistakes: boolean;

  constructor({ hidden = [passphrase, passphrase], mistakes = false } = {}) {
    this.#hidden = [...hidden];
    this.#mistakes = mistakes;
  }

  get words(): string[] {
    return this.screen.flatMap((line) => /^ ?\d+\. (\w+)$/.exec(line)?.[1] ?? []);
  }

  show(text: string): void {
    this.screen.push(text);
  }

  async ask(question: string): Promise<string> {
    const place = /^Word (\d+):/.exec(question)?.[1];
    if (this.#mistakes && place) return 'emporion';
    return place ? (this.words[Number(place) - 1] ?? '') : '';
  }

  async askHidden(): Promise<string> {
    return this.#hidden.shift() ?? '';
  }

  clear(): void {
    this.screen.push('(cleared)');
  }
}

describe('the ceremony', () => {
  it('shows 24 words once, empties the screen, and keeps them under the passphrase', async () => {
    const person = new Person();
    await initialize({ folder, env: {}, terminal: person, restore: false });
    expect(person.words).toHaveLength(24);
    expect(person.screen.indexOf('(cleared)')).toBeGreaterThan(24);
    expect(await openKeystore(folder, passphrase)).toEqual({ mnemonic: person.words.join(' '), demo: false });
    expect(readdirSync(folder).sort()).toEqual(['count.log', 'keystore.json', 'past-ids.0', 'signer.json']);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0);
    await expect(initialize({ folder, env: {}, terminal: new Person(), restore: false })).rejects.toThrow(
      'keystore in',
    );
  });

  it('keeps nothing when a word is wrong, the passphrases differ or are short, or nobody is there', async () => {
    const tries: [Terminal | undefined, string][] = [
      [new Person({ mistakes: true }), 'another word'],
      [new Person({ hidden: [passphrase, `${passphrase}!`] }), 'not the same'],
      [new Person({ hidden: ['short', 'short'] }), 'at least 12'],
      [undefined, 'in a terminal'],
    ];
    for (const [terminal, message] of tries) {
      await expect(initialize({ folder, env: {}, terminal, restore: false })).rejects.toThrow(message);
      expect(existsSync(keystorePath(folder))).toBe(false);
    }
  });

  it('makes a keystore again from its words, with the passphrase of a file', async () => {
    const mnemonic = makeMnemonic();
    const file = join(parent, 'passphrase');
    writeFileSync(file, `${passphrase}\n`);
    const env = { SIGNER_PASSPHRASE_FILE: file };
    const wrong = new Person({ hidden: [mnemonic.replace(/^\w+/, 'emporion')] });
    await expect(initialize({ folder, env, terminal: wrong, restore: true })).rejects.toThrow('typing error');
    const published = new Person({ hidden: [`${'abandon '.repeat(23)}art`] });
    await expect(initialize({ folder, env, terminal: published, restore: true })).rejects.toThrow(
      'published',
    );
    await initialize({
      folder,
      env,
      terminal: new Person({ hidden: [mnemonic.toUpperCase()] }),
      restore: true,
    });
    expect(await openKeystore(folder, passphrase)).toEqual({ mnemonic, demo: false });
  });
});

it('makes a demo without a question, marks it, and keeps limits that lie there already', async () => {
  await initializeDemo(folder);
  const secret = readFileSync(demoPassphrasePath(folder), 'utf8').trim();
  expect(await openKeystore(folder, secret)).toMatchObject({ demo: true });
  await expect(initializeDemo(folder)).rejects.toThrow('keystore in');
  rmSync(keystorePath(folder));
  writeFileSync(policyPath(folder), 'mine');
  await initializeDemo(folder);
  expect(readFileSync(policyPath(folder), 'utf8')).toBe('mine');
});
