import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pinnedRuntime } from './node-runtime.mjs';
import { root } from './root.mjs';

const { optionalDependencies } = JSON.parse(
  readFileSync(join(root, 'tools', 'node-runtime', 'package.json'), 'utf8'),
);

it('pins one version with its hash for each kind of Linux machine, and none for others', () => {
  const versions = ['x64', 'arm64'].map((arch) => {
    const { version, integrity } = pinnedRuntime({ platform: 'linux', arch });
    expect(integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
    expect(optionalDependencies[`node-linux-${arch}`]).toBe(version);
    return version;
  });
  expect(new Set(versions).size).toBe(1);
  expect(pinnedRuntime({ platform: 'darwin', arch: 'arm64' })).toBeUndefined();
});
