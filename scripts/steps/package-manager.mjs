import { onPath } from './on-path.mjs';
import { step } from './progress.mjs';
import { run } from './run.mjs';

/** How each system installs a package. */
const managers = [
  {
    program: 'apt-get',
    steps: [
      ['update', '-q'],
      ['install', '-y', '-q', '--no-install-recommends'],
    ],
  },
  { program: 'dnf', steps: [['install', '-y']] },
  { program: 'apk', steps: [['add']] },
  { program: 'pacman', steps: [['-S', '--noconfirm']] },
  { program: 'zypper', steps: [['--non-interactive', 'install']] },
];

/**
 * Brings a package with the system's package manager, if that may be used and knows it. `packages` has its name for each manager, or one for all.
 *
 * @returns why there is none, or undefined when it was installed.
 */
export async function installPackage({ title, packages }) {
  const manager = managers.find(({ program }) => onPath(program));
  const name = typeof packages === 'string' ? packages : packages[manager?.program];
  const asRoot = process.getuid?.() === 0 ? [] : onPath('sudo') ? ['sudo', '-n'] : undefined;
  if (!manager || !name || !asRoot) return { reason: 'no package manager may be used here', output: '' };
  return step(`Installing ${title} with ${manager.program}`, async () => {
    for (const [at, args] of manager.steps.entries()) {
      const isLast = at === manager.steps.length - 1;
      const [program, ...rest] = [...asRoot, manager.program, ...args, ...(isLast ? [name] : [])];
      const result = await run(program, rest, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
      if (result.status !== 0) return { reason: `${manager.program} failed`, output: result.output };
    }
    return undefined;
  });
}
