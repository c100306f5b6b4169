import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { bundleForNode } from './bundle.mjs';
import { compressBelow } from './compress.mjs';
import { fingerprint, isFresh, markFresh } from './freshness.mjs';
import { StepError, step } from './progress.mjs';
import { isRelease } from './release-mark.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';

const shared = ['package-lock.json', 'scripts/steps', 'packages'];

/** Beside the server itself: the threads it starts, and the commands that share its code. */
export const serverEntries = {
  main: 'apps/server/src/main.ts',
  'snapshot-worker': 'apps/server/src/runtime/snapshots/snapshot-worker.ts',
  'projection-worker': 'apps/server/src/projection-worker.ts',
  'picture-worker': 'apps/server/src/picture-worker.ts',
  'liabilities-worker': 'apps/server/src/modules/proof-of-liabilities/build/build-worker.ts',
  admin: 'apps/server/src/cli/admin.ts',
  follow: 'apps/server/src/cli/follow.ts',
  rebuild: 'apps/server/src/cli/rebuild.ts',
  'rotate-secret': 'apps/server/src/cli/rotate-secret.ts',
  verify: 'apps/server/src/cli/verify.ts',
};

/** The signer is a process of its own and is built apart: `main` for the command, `signer` for whoever starts it as a child. */
const signerEntries = {
  main: 'apps/signer/src/main.ts',
  signer: 'apps/signer/src/signer.ts',
};

const signerPart = {
  title: 'Building the signer',
  folder: 'apps/signer/dist',
  sources: ['apps/signer', ...shared],
  make: () => bundleForNode({ entries: signerEntries, folder: 'apps/signer/dist', packages: true }),
};

const acquirerPart = {
  title: 'Building the sandbox of card payments',
  folder: 'apps/acquirer-sandbox/dist',
  sources: ['apps/acquirer-sandbox', ...shared],
  make: () =>
    bundleForNode({
      entries: { main: 'apps/acquirer-sandbox/src/main.ts' },
      folder: 'apps/acquirer-sandbox/dist',
      packages: true,
    }),
};

const kycPart = {
  title: 'Building the sandbox of identity checks',
  folder: 'apps/kyc-sandbox/dist',
  sources: ['apps/kyc-sandbox', ...shared],
  make: () =>
    bundleForNode({
      entries: {
        main: 'apps/kyc-sandbox/src/main.ts',
        verify: 'apps/kyc-sandbox/src/frame/verify.ts',
      },
      folder: 'apps/kyc-sandbox/dist',
      packages: true,
    }),
};

/** See apps/server/src/platform/packaged-file.ts. */
const packagedFiles = [
  '@fastify/swagger-ui/LICENSE',
  '@fastify/swagger-ui/static/favicon-32x32.png',
  '@fastify/swagger-ui/static/index.css',
  '@fastify/swagger-ui/static/swagger-ui-bundle.js',
  '@fastify/swagger-ui/static/swagger-ui.css',
  'dejavu-fonts-ttf/LICENSE',
  'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf',
];

const serverPart = {
  title: 'Building the server',
  folder: 'apps/server/dist',
  sources: ['apps/server', ...shared],
  make: buildServer,
};

const pageParts = [
  {
    title: 'Building the web application',
    folder: 'apps/web/dist',
    sources: ['apps/web', ...shared],
    make: () => buildPages('web'),
  },
  {
    title: 'Building the back office',
    folder: 'apps/back-office/dist',
    sources: ['apps/back-office', 'apps/web/src', ...shared],
    make: () => buildPages('back-office'),
  },
];

/** What can be asked for by name: one process alone, everything that runs in Node, or what browsers load. */
const sets = {
  signer: [signerPart],
  'acquirer-sandbox': [acquirerPart],
  'kyc-sandbox': [kycPart],
  processes: [signerPart, acquirerPart, kycPart, serverPart],
  pages: pageParts,
  everything: [signerPart, acquirerPart, kycPart, serverPart, ...pageParts],
};

/** The parts whose sources changed since they were built last, with the fingerprint of what they are now. */
function staleParts(set) {
  if (isRelease) return [];
  return sets[set]
    .map((part) => ({ ...part, mark: fingerprint(part.sources) }))
    .filter(({ folder, mark }) => !isFresh(folder, mark));
}

/** Builds what is stale of a set, in this process. */
export async function build(set = 'everything') {
  for (const { title, folder, make, mark } of staleParts(set)) {
    await step(title, make);
    markFresh(folder, mark);
  }
}

/**
 * Builds what is stale, in a process of its own: the bundler sets NODE_ENV and keeps memory, and neither must reach
 * what runs afterwards. Shows what it does, or tells it to `hear`. Returns how many seconds of a core that took. Whoever need not wait for its end gives
 * a signal to stop it by.
 */
export async function ensureBuilt({ set = 'everything', hear, signal } = {}) {
  if (staleParts(set).length === 0) return 0;
  const output = hear ? { hear } : { show: true };
  const { status, processorSeconds } = await run(
    process.execPath,
    [join(root, 'scripts', 'build.mjs'), set],
    { ...output, signal },
  );
  if (signal?.aborted) throw new StepError('The build was stopped before its end.');
  if (status !== 0) throw new StepError('The build failed: see the words above.');
  return processorSeconds;
}

/** With the files that it reads of packages which are there only while it is built. */
async function buildServer() {
  const folder = 'apps/server/dist';
  await bundleForNode({ entries: serverEntries, folder, packages: true });
  for (const path of packagedFiles)
    cpSync(join(root, 'node_modules', path), join(root, folder, 'packaged', path), { recursive: true });
}

async function buildPages(application) {
  const { build: viteBuild } = await import('vite');
  const folder = join(root, 'apps', application);
  await viteBuild({
    root: folder,
    configFile: join(folder, 'vite.config.ts'),
    logLevel: 'warn',
    mode: 'production',
  });
  // Harder would take longer than everything else of the build together, for 7 % less: that is for first pages and for a release.
  await compressBelow(join(folder, 'dist'), { quality: 9 });
}
