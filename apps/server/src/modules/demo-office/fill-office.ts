import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { demoCases, type Office } from './cases.ts';

/** A market may have no offers yet, and a mail may have been sent a moment ago. */
const retryMs = 5_000;
const triesMax = 40;

export type DemoCase = keyof typeof demoCases;

const seedName = (name: string) => `demo-office:${name}`;

/** The cases that this database has not had, in their order. */
export async function missingCases({ platform }: Pick<Office, 'platform'>): Promise<DemoCase[]> {
  const { rows } = await sql<{ name: string }>`select name from demo_seeds`.execute(platform.database.kysely);
  const done = new Set(rows.map(({ name }) => name));
  return (Object.keys(demoCases) as DemoCase[]).filter((name) => !done.has(seedName(name)));
}

/** Lays one case on the desk, through the API, and notes that it was done. */
export async function layDown(office: Office, name: DemoCase): Promise<void> {
  await demoCases[name](office);
  await sql`insert into demo_seeds (name, version) values (${seedName(name)}, 1) on conflict do nothing`.execute(
    office.platform.database.kysely,
  );
}

/** Fills the desk behind a running server. A case that cannot be laid down now is tried again. */
export async function fillOffice(office: Office, signal: AbortSignal): Promise<void> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    for (const name of await missingCases(office)) {
      if (signal.aborted) return;
      try {
        await layDown(office, name);
      } catch (err) {
        if (!signal.aborted) office.platform.log.debug({ err, case: name }, 'a case of the demo waits');
      }
    }
    if ((await missingCases(office)).length === 0) return;
    await wait(retryMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
  }
  office.platform.log.warn({ missing: await missingCases(office) }, 'the desk of the demo is not complete');
}
