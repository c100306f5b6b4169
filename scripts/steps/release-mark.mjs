import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StepError } from './progress.mjs';
import { root } from './root.mjs';

/** Stands at the root of a release and nowhere else: there everything is built and installed, and there are no sources to do it again from. */
export const releaseMark = 'release.json';

export const isRelease = existsSync(join(root, releaseMark));

/** A release holds native code for one kind of machine. */
export function requireReleaseMachine() {
  const { machine } = JSON.parse(readFileSync(join(root, releaseMark), 'utf8'));
  const here = `${process.platform}-${process.arch}`;
  if (machine === here) return;
  throw new StepError(
    `This release is for ${machine}, and this machine is ${here}: take the release for it.`,
  );
}
