import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { StepError, step } from './progress.mjs';
import { run } from './run.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** How each system installs a Chromium. */
const managers = [
  {
    program: 'apt-get',
    steps: [
      ['update', '-q'],
      ['install', '-y', '-q', '--no-install-recommends', 'chromium'],
    ],
  },
  { program: 'dnf', steps: [['install', '-y', 'chromium']] },
  { program: 'apk', steps: [['add', 'chromium']] },
  { program: 'pacman', steps: [['-S', '--noconfirm', 'chromium']] },
  { program: 'zypper', steps: [['--non-interactive', 'install', 'chromium']] },
];

/** The path of a Chromium: the one that CHROMIUM names, an installed one, or one that the system's package manager brings. */
export async function ensureBrowser() {
  return findBrowser() ?? (await installBrowser());
}

function findBrowser() {
  const named = process.env.CHROMIUM;
  if (named && !existsSync(named)) throw new StepError(`CHROMIUM names ${named}, which does not exist.`);
  return named || names.map(onPath).find(Boolean) || elsewhere.find((path) => existsSync(path));
}

async function installBrowser() {
  const manager = managers.find(({ program }) => onPath(program));
  const asRoot = process.getuid?.() === 0 ? [] : onPath('sudo') ? ['sudo', '-n'] : undefined;
  if (!manager || !asRoot) throw new StepError(advice('no package manager may be used here'));
  await step(`Installing Chromium with ${manager.program}`, async () => {
    for (const args of manager.steps) {
      const [program, ...rest] = [...asRoot, manager.program, ...args];
      const result = await run(program, rest, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
      if (result.status !== 0)
        throw new StepError(`${result.output}\n${advice(`${manager.program} failed`)}`);
    }
  });
  const path = findBrowser();
  if (!path) throw new StepError(advice(`${manager.program} brought none`));
  return path;
}

const advice = (reason) =>
  `The browser tests need Chromium, and ${reason}: install it, or set CHROMIUM to its path.`;

function onPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}
