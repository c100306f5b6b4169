import { existsSync } from 'node:fs';
import { onPath } from './on-path.mjs';
import { installPackage } from './package-manager.mjs';
import { StepError } from './progress.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const headlessShell = 'chromium-headless-shell';
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
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

/**
 * The path of Chromium without its windows, which draws the same pages with a quarter less work: an installed one, or one that the package manager brings where
 * there is such a package. Whoever names a Chromium means that one.
 */
export async function ensureHeadlessShell() {
  if (process.env.CHROMIUM) return undefined;
  if (!onPath(headlessShell))
    await installPackage({ title: headlessShell, packages: { 'apt-get': headlessShell } });
  return onPath(headlessShell);
}

async function installBrowser() {
  const failure = await installPackage({ title: 'Chromium', packages: 'chromium' });
  if (failure) throw new StepError(`${failure.output}\n${advice(failure.reason)}`.trimStart());
  const path = findBrowser();
  if (!path) throw new StepError(advice('the package manager brought none'));
  return path;
}

const advice = (reason) =>
  `The browser tests need Chromium, and ${reason}: install it, or set CHROMIUM to its path.`;
