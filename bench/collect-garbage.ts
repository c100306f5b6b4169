import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Collects all garbage, so that what a preparation left behind is not counted to what is measured after it. */
export function collectGarbage(): void {
  collect();
}
