import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sealsPart } from '#cli/verify-seals.ts';
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

/** What `verify` finds, in a transaction that may only read. */
async function verifySeals(secret: { secret: string }): Promise<string> {
  const { pool } = world.platform.database;
  const database = await pool.connect();
  try {
    await database.query('BEGIN READ ONLY');
    const finding = await sealsPart(secret, [identityModule]).run({ database } as never);
    await database.query('ROLLBACK');
    return [...finding.problems, finding.summary][0] ?? '';
  } finally {
    database.release(true);
  }
}

describe('the seal of a database', () => {
  it('is verified: a dump that SECRET does not open is told from one that it opens', async () => {
    expect(await verifySeals(other)).toBe('nothing is sealed yet');
    await check(other);
    expect(await verifySeals(other)).toBe('they open with SECRET');
    expect(await verifySeals(world.platform.config)).toContain('SECRET does not open this database');
  });

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
