import { nextTask } from '../next-task.ts';

/** What checks the server's answers is read first, in tasks of its own: all in one would hold a phone up. */
export async function loadLayout(): Promise<typeof import('./full-layout.tsx')> {
  await import('#api/contract/account.ts');
  await nextTask();
  await import('#api/contract/market.ts');
  await nextTask();
  return import('./full-layout.tsx');
}
