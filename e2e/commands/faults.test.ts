import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connectDatabase,
  freshSettings,
  type Product,
  removeFolder,
  serverAlone,
  startEmbeddedPostgres,
  startProduct,
  stopProduct,
  usedSettings,
} from '../product.ts';
import { logIn, type Person, Witness } from '../support/trading-load.ts';

let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
const folders: string[] = [];
const products: Product[] = [];
/** It has the database to itself, until the last test ends it. */
let first: Product;

beforeAll(async () => {
  const { DATA_DIR } = await usedSettings();
  folders.push(DATA_DIR);
  postgres = await startEmbeddedPostgres({ dataFolder: DATA_DIR });
  first = await start(DATA_DIR);
  await first.running;
});
afterAll(async () => {
  for (const product of products) await stopProduct(product);
  await postgres.stop();
  folders.forEach(removeFolder);
});

/** A server of its own port, on the database that all of them share; in a folder of its own, or that of one that ended, where its signer has its keys. */
async function start(former?: string): Promise<Product> {
  const fresh = await freshSettings();
  folders.push(fresh.DATA_DIR);
  const settings = {
    ...fresh,
    DATABASE_URL: postgres.url,
    DEMO_MARKET: 'false',
    ...(former && { DATA_DIR: former }),
  };
  const product = startProduct(settings, serverAlone);
  products.push(product);
  return product;
}

const order = { type: 0, pair: 'BTC-USDT', operation: 'buy', quantity: '0.001', price: '50000' };
const placing = (person: Person, id: string) =>
  ({ person, method: 'POST', path: 'orders/', body: { ...order, client_order_id: id } }) as const;

async function sql(text: string): Promise<void> {
  const database = await connectDatabase(postgres.url);
  await database.pool.query(text);
  await database.close();
}

describe('the server', () => {
  it('that finds another one on its database ends with a sentence, and the other one lives', async () => {
    const second = await start();
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain('Another server runs on this database');
    expect(second.output()).not.toContain('    at ');
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  });

  it('whose journal cannot be written acknowledges nothing, ends with a sentence, and goes on at its next start', async () => {
    const person = { side: 'buy', token: await logIn(first.url, 'trader@emporion.test') } as const;
    const seen = new Witness(() => undefined);
    expect(await seen.send(first.url, placing(person, 'before'))).toMatchObject({ status: 200 });
    await sql(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`);
    await sql('CREATE TRIGGER full_disk BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION full_disk()');
    expect(await seen.send(first.url, placing(person, 'during'))).toBeUndefined();
    expect(await first.exited).toBe(1);
    // In the log and at the end.
    expect(first.output().split('The disk of the database is full')).toHaveLength(3);
    expect(first.output()).toContain('No space left on device');
    expect(first.output()).not.toContain('    at ');
    await sql('DROP FUNCTION full_disk CASCADE');
    // Another folder has another signer, whose keys are not those that deposits go to.
    const stranger = await start();
    expect(await stranger.exited).toBe(1);
    expect(stranger.output()).toContain('public key for bitcoin is not the one that this exchange has known');
    const again = await start(folders[0]);
    await again.running;
    await seen.settleDoubts(again.url);
    expect([...seen.placed.keys()]).toEqual(['before', 'during']);
  });
});
