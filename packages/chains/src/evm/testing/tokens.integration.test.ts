import { expect, it } from 'vitest';
import { compileTokens } from './compile.ts';

// The compiler takes longer than all other tests of this chain together. After a change of the source: `TEST_ALL=1 npx vitest run -u` with this file.
it.runIf(process.env.TEST_ALL)('the contracts of the tests are those of their source', async () => {
  const text = `${JSON.stringify(compileTokens(), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot('tokens.json');
});
