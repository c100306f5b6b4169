import { expect, it } from 'vitest';

it('keeps zod from making code out of strings, which the page’s policy forbids', async () => {
  await import('./boot.ts');
  const { config } = await import('zod');
  expect(config().jitless).toBe(true);
});
