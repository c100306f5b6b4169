import { Problem } from '#platform/http/problem.ts';

/** Further back nobody leafs on a socket; lists over HTTP go on by cursor. */
export const pagesMax = 100;

/** @throws Problem unprocessable_entity, before anything is read. */
export function checkPage(page: number): void {
  if (page > pagesMax) throw new Problem('unprocessable_entity');
}
