import { statSync } from 'node:fs';
import { policyPath } from '#ceremony/init.ts';
import { StartupError } from './startup-error.ts';

/**
 * Whoever can write into the folder of the signer, or into its rules, decides what is signed.
 *
 * @throws StartupError when that is anybody but its own user and root.
 */
export function requirePrivateFolder(folder: string): void {
  for (const path of [folder, policyPath(folder)]) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) continue;
    if (found.mode & 0o022)
      throw new StartupError(`${path} can be written by others than its owner. Run: chmod go-w ${path}`);
    if (found.uid !== 0 && found.uid !== process.getuid?.())
      throw new StartupError(`${path} belongs to another user than the one that runs the signer.`);
  }
}
