import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requireSecret } from '#platform/secret/secret-seal.ts';
import { identityModule } from '../index.ts';
import { createPeopleApp, type PeopleApp } from '../testing/people-app.ts';
import { enrolTotp } from '../testing/prove.ts';

let world: PeopleApp;
beforeAll(async () => {
  world = await createPeopleApp();
});
afterAll(() => world.close());
beforeEach(() => world.platform.database.pool.query('DELETE FROM secret_seal'));

const other = { secret: 'w2Hs9Bd4Kz7Qm1Xf6Tn8Vc3Lg5Jr0PyA' };
const check = (secret: { secret: string }) =>
  requireSecret(world.platform.database.kysely, { secret, modules: [identityModule] });

describe('the seal of a database', () => {
  it('is made by the first start and opens only with its secret from then on', async () => {
    await check(other);
    await check(other);
    await expect(check(world.platform.config)).rejects.toThrow('SECRET is not the one');
  });

  it('is not made with a secret that does not open what is there already', async () => {
    await enrolTotp(world, await world.person());
    await expect(check(other)).rejects.toThrow('SECRET is not the one');
    await check(world.platform.config);
  });
});
