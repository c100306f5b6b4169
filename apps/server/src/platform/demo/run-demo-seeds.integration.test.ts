import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServerModule } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { runDemoSeeds } from './run-demo-seeds.ts';

let test: TestDatabase;
let platform: Platform;

function moduleThatNotes(demoVersion?: number): ServerModule {
  return {
    name: 'notes',
    ...(demoVersion === undefined ? {} : { demoVersion }),
    seedDemo: async (_platform, transaction) => {
      await sql`insert into notes default values`.execute(transaction);
    },
  };
}

async function noteCount(): Promise<number | null> {
  return (await test.database.pool.query('select from notes')).rowCount;
}

beforeEach(async () => {
  test = await createTestDatabase();
  await test.database.pool.query('create table notes (id integer generated always as identity)');
  // The seeds of these tests ask nothing else of the platform.
  platform = { database: test.database, config: { demo: true } } as Platform;
});

afterEach(() => test.drop());

describe('runDemoSeeds', () => {
  it('seeds each module once, and again when its version rises', async () => {
    expect(await runDemoSeeds(platform, [moduleThatNotes(), { name: 'bare' }])).toEqual(['notes']);
    expect(await runDemoSeeds(platform, [moduleThatNotes()])).toEqual([]);
    expect(await runDemoSeeds(platform, [moduleThatNotes(2)])).toEqual(['notes']);
    expect(await runDemoSeeds(platform, [moduleThatNotes(1)])).toEqual([]);
    expect(await noteCount()).toBe(2);
  });

  it('seeds once when several copies start together', async () => {
    const runs = await Promise.all(
      Array.from({ length: 5 }, () => runDemoSeeds(platform, [moduleThatNotes()])),
    );
    expect(runs.flat()).toEqual(['notes']);
    expect(await noteCount()).toBe(1);
  });

  it('leaves nothing of a seed that fails, and runs it again at the next start', async () => {
    const failing: ServerModule = {
      name: 'notes',
      seedDemo: async (_platform, transaction) => {
        await sql`insert into notes default values`.execute(transaction);
        throw new Error('half way');
      },
    };
    await expect(runDemoSeeds(platform, [failing])).rejects.toThrow('half way');
    expect(await noteCount()).toBe(0);
    expect(await runDemoSeeds(platform, [moduleThatNotes()])).toEqual(['notes']);
  });

  it('refuses to run outside of demo mode', async () => {
    const production = { ...platform, config: { ...platform.config, demo: false } };
    await expect(runDemoSeeds(production, [moduleThatNotes()])).rejects.toThrow('demo mode');
  });
});
