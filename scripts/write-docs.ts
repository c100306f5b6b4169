import { writeFile } from 'node:fs/promises';
import { renderEnvExample } from '../apps/server/src/platform/config/env-example.ts';
import { writeErrorsPage } from '../packages/contracts/src/errors/write-docs.ts';
import { renderRights } from '../packages/contracts/src/rest/back-office/render-rights.ts';

/** Writes every file that is made from code; tests compare them with what the code would write. */
export async function writeDocs(root: string): Promise<void> {
  await writeErrorsPage(root);
  await writeFile(`${root}/docs/staff-rights.md`, renderRights());
  await writeFile(`${root}/.env.example`, renderEnvExample());
}
