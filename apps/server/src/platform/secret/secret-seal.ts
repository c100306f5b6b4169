import { hkdfSync } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Config } from '#platform/config/schema.ts';
import type { ServerModule } from '#platform/module.ts';
import { operatorCommand } from '#platform/operator-command.ts';
import { StartupError } from '#platform/startup/startup-error.ts';
import { opens, seal } from './sealing.ts';

/** What all keys are derived from. */
export type Secret = Pick<Config, 'secret'>;

const refusal = (setting: string) =>
  `${setting} is not the one that this database was sealed with: set that one again, for without it no authenticator app of anybody counts. To change it, see \`${operatorCommand('rotate-secret')}\` in docs/operating.md.`;

/**
 * Proves that the secret is the one of this database. The first start with it seals the database; one that has modules' secrets in it but no seal
 * yet is sealed only with the secret that opens those.
 *
 * @throws StartupError when it is another one.
 */
export async function requireSecret(
  db: QueryExecutorProvider,
  {
    secret,
    modules,
    setting = 'SECRET',
  }: { secret: Secret; modules: readonly ServerModule[]; setting?: string },
): Promise<void> {
  const sealed = await readSeal(db);
  if (sealed !== undefined) {
    if (!opens(sealed, sealKey(secret))) throw new StartupError(refusal(setting));
    return;
  }
  for (const { secrets } of modules)
    if (secrets && !(await secrets.open(db, secret))) throw new StartupError(refusal(setting));
  await sql`
    insert into secret_seal (sealed) values (${seal('sealed', sealKey(secret))}) on conflict do nothing
  `.execute(db);
}

/** Whether the secret opens the seal of the database and a sample of what each module keeps; none: nothing is sealed. It only reads. */
export async function openSeals(
  db: QueryExecutorProvider,
  { secret, modules }: { secret: Secret; modules: readonly ServerModule[] },
): Promise<'open' | 'closed' | 'none'> {
  const sealed = await readSeal(db);
  if (sealed !== undefined && !opens(sealed, sealKey(secret))) return 'closed';
  for (const { secrets } of modules) if (secrets && !(await secrets.open(db, secret))) return 'closed';
  return sealed === undefined ? 'none' : 'open';
}

/** Whether the database is sealed with this secret. */
export async function isSealedWith(db: QueryExecutorProvider, secret: Secret): Promise<boolean> {
  const sealed = await readSeal(db);
  return sealed !== undefined && opens(sealed, sealKey(secret));
}

/** Within the transaction in which everything else is sealed anew. */
export async function replaceSeal(db: QueryExecutorProvider, secret: Secret): Promise<void> {
  await sql`
    update secret_seal set sealed = ${seal('sealed', sealKey(secret))}, sealed_at = now()
  `.execute(db);
}

async function readSeal(db: QueryExecutorProvider): Promise<Buffer | undefined> {
  const { rows } = await sql<{ sealed: Buffer }>`select sealed from secret_seal`.execute(db);
  return rows[0]?.sealed;
}

function sealKey({ secret }: Secret) {
  return { key: Buffer.from(hkdfSync('sha256', secret, 'emporion', 'platform:seal', 32)), context: 'secret' };
}
