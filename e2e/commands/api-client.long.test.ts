import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  installTool,
  type Product,
  removeFolder,
  serverAlone,
  startProduct,
  stopProduct,
  usedSettings,
} from '../product.ts';

const run = promisify(execFile);

const folder = join(import.meta.dirname, '..', '..', 'tools', 'api-client');
const types = join(folder, 'generated', 'api.d.ts');

let settings: { DATA_DIR: string; PORT: string };
let product: Product;

beforeAll(async () => {
  await installTool('api-client');
  settings = await usedSettings();
  product = startProduct({ ...settings, DEMO_MARKET: 'false' }, serverAlone);
  await product.running;
});
afterAll(async () => {
  if (product) await stopProduct(product);
  removeFolder(settings.DATA_DIR);
});

it('describes the API so that a generated TypeScript client compiles and trades', async () => {
  const answer = await fetch(`${product.url}/api/v1/openapi.json`);
  mkdirSync(join(folder, 'generated'), { recursive: true });
  const document = join(folder, 'generated', 'openapi.json');
  writeFileSync(document, await answer.text());
  const generator = join(folder, 'node_modules', 'openapi-typescript', 'bin', 'cli.js');
  await run(process.execPath, [generator, document, '-o', types]);
  const compiler = join(folder, 'node_modules', 'typescript', 'bin', 'tsc');
  await run(process.execPath, [compiler, '-p', folder]).catch(({ stdout }) => expect.fail(stdout));

  const { trade } = (await import(pathToFileURL(join(folder, 'client.ts')).href)) as {
    trade: (url: string, login: object) => Promise<Record<string, unknown>>;
  };
  const seen = await trade(product.url, { email: 'trader@emporion.test', password: 'Emporion-1' });
  expect(seen).toMatchObject({ placed: 'open', cancelled: 200, refusal: 'order_already_cancelled' });
  expect(seen.balance).toMatch(/^\d+(?:\.\d+)?$/);
  expect(seen.bids).toBeTypeOf('number');
});
