import { createRequire } from 'node:module';
import { afterAll, expect, it } from 'vitest';

const settings = '__zod_globalConfig';
const before = Reflect.get(globalThis, settings);
afterAll(() => void Reflect.set(globalThis, settings, before));

it('keeps zod from making code out of strings, which the page’s policy forbids', async () => {
  await import('./boot.ts');
  // The zod of the page has been there before; this one arrives now.
  const { config } = createRequire(import.meta.url)('zod');
  expect(config().jitless).toBe(true);
});
