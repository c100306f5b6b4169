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
