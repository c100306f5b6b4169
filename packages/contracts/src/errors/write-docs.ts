import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderErrorsPage } from '#errors/render-errors-page.ts';

/** Writes `docs/errors.md` of the repository at `root`. */
export async function writeErrorsPage(root: string): Promise<void> {
  const english = await readFile(join(root, 'packages/i18n/catalogues/en/errors.json'), 'utf8');
  const texts: Record<string, string> = JSON.parse(english);
  await writeFile(join(root, 'docs/errors.md'), renderErrorsPage(texts));
}
