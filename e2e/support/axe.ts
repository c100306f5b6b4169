import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds wrong on the page, or within what a selector finds, a line each. */
export async function violations(page: Page, within = 'html'): Promise<string[]> {
  await page.evaluate(source);
  const results = await page.evaluate(
    ({ selector, tags }) =>
      (window as unknown as { axe: { run(context: string, options: object): Promise<AxeResults> } }).axe.run(
        selector,
        // What is found is told by its markup: to find a selector for each element is work that nobody reads.
        { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'], selectors: false },
      ),
    { selector: within, tags: rules },
  );
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
