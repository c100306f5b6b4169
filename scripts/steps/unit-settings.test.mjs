import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseSettings, takeUnitSettings } from './unit-settings.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'emporion-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('gives a command what the unit gives the server, beneath what the shell sets', () => {
  const file = join(folder, 'emporion.env');
  writeFileSync(
    file,
    '# Mail\nMAIL_FROM=Agora & Sons <post@agora.example>\n\n#PORT=1\nSECRET=a#b=c \nDATABASE_URL=postgres://one\n',
  );
  const env = { DATABASE_URL: 'postgres://restored' };
  expect(takeUnitSettings({ file, env })).toBe(true);
  expect(env).toEqual({
    MAIL_FROM: 'Agora & Sons <post@agora.example>',
    SECRET: 'a#b=c',
    DATABASE_URL: 'postgres://restored',
    NODE_ENV: 'production',
    DATA_DIR: '/var/lib/emporion',
    EMPORION_SETTINGS_FILE: file,
    EMPORION_SETTINGS_NAMES: 'MAIL_FROM,SECRET,DATABASE_URL',
  });
});

it('knows the names of the file from the copy of the unit, and takes no value from it', () => {
  writeFileSync(join(folder, 'settings'), '# A=1\nTRUST_PROXYY=1\n SECRET="hush"\nMAIL_FROM=a=b\n');
  const env = { CREDENTIALS_DIRECTORY: folder };
  expect(takeUnitSettings({ env, usual: join(folder, 'none.env') })).toBe(false);
  expect(env).toEqual({
    CREDENTIALS_DIRECTORY: folder,
    EMPORION_SETTINGS_FILE: join(folder, 'none.env'),
    EMPORION_SETTINGS_NAMES: 'TRUST_PROXYY,SECRET,MAIL_FROM',
  });
});

it('says which file is missing when one was named', () => {
  const file = join(folder, 'none.env');
  expect(() => takeUnitSettings({ file, env: {} })).toThrow(
    `The settings in ${file} cannot be read: ENOENT.`,
  );
});

it.each(['A="b"', "A='b'", 'A=b\\c', 'A=b$c', 'A=b # c', 'A= b', 'export A=b', 'A'])(
  'refuses %s, which systemd, containers and shells read in different ways',
  (line) => {
    expect(() => parseSettings(`SECRET=x\n${line}`, 'the.env')).toThrow('Line 2 of the.env');
  },
);
