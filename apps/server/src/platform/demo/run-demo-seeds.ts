import { invariant } from '@emporion/kernel';
import { sql } from 'kysely';
import { lockKeys } from '#platform/database/lease.ts';
import type { ServerModule } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';

/**
 * Lays down the demo data that the database has not seen, module by module, each in a transaction of its own.
 * Copies that start together take turns. Answers with the names of the modules that were seeded now.
 */
export async function runDemoSeeds(platform: Platform, modules: readonly ServerModule[]): Promise<string[]> {
  invariant(platform.config.demo, 'demo data belongs to demo mode');
  const seeded: string[] = [];
  for (const module of modules) if (await seedOnce(platform, module)) seeded.push(module.name);
  return seeded;
}

async function seedOnce(platform: Platform, module: ServerModule): Promise<boolean> {
  const { name, demoVersion = 1 } = module;
  if (!module.seedDemo) return false;
  return platform.database.kysely.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${lockKeys.demoSeeds})`.execute(transaction);
    const { rows } = await sql`
      select from demo_seeds where name = ${name} and version >= ${demoVersion}
    `.execute(transaction);
    if (rows.length > 0) return false;
    await module.seedDemo?.(platform, transaction);
    await sql`insert into demo_seeds (name, version) values (${name}, ${demoVersion})`.execute(transaction);
    return true;
  });
}
