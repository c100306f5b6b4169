import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, serverEntries } from './steps/build.mjs';
import { importTypeScript, nodeBundle, nodeOutput } from './steps/bundle.mjs';
import { install } from './steps/install.mjs';
import { requireNodeVersion } from './steps/node-version.mjs';
import { command, StepError } from './steps/progress.mjs';
import { root } from './steps/root.mjs';

// `npm run dev`: the server restarts and the browser updates as files change. It has a port, a data folder and a build of
// its own, so that a running `npm start` is left alone. The database is this process's: it runs on while the server restarts.
requireNodeVersion();
const port = process.env.PORT ?? '8081';
const environment = { ...process.env, PORT: port, DATA_DIR: process.env.DATA_DIR ?? '.data-dev' };
const folder = join(root, 'apps', 'server', 'dist-dev', port);
/** The next server begins to load its packages when the present one has had the processor for itself for so long. */
const startMs = 3_000;

await command(async () => {
  await install();
  await build('signer');
  await build('acquirer-sandbox');
  await build('kyc-sandbox');
  process.env.EMPORION_SERVER = `http://127.0.0.1:${port}`;
  const database = await startDatabase();
  const server = restartingServer(database ? { ...environment, DATABASE_URL: database.url } : environment);
  const watcher = await watchServer(server.restart);
  const office = await servePages('back-office');
  process.env.EMPORION_BACK_OFFICE = new URL('/', office.resolvedUrls?.local[0]).href;
  const web = await servePages('web');
  console.log(`Open ${web.resolvedUrls?.local[0]}: it reloads as you edit.`);
  // Vite ends this process as soon as its own part is closed, while the server is still stopping.
  process.removeAllListeners('SIGTERM');
  const end = async () => {
    await Promise.all([watcher.close(), web.close(), office.close(), server.stop()]);
    await database?.stop();
    rmSync(folder, { recursive: true, force: true });
    process.exit();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, end);
  void database?.lost.then((cause) => {
    console.error(cause.message);
    process.exitCode = 1;
    return end();
  });
});

async function startDatabase() {
  const { startDevDatabase } = await importTypeScript('apps/server/src/cli/dev-database.ts');
  return startDevDatabase(environment).catch((error) => {
    throw error.name === 'StartupError' ? new StepError(error.message) : error;
  });
}

/** The server as a child that gives way to its successor, which has been waiting with all packages loaded. */
function restartingServer(env) {
  let current;
  let successor;
  let turn = Promise.resolve();
  let ending = false;
  let spawning;
  const restart = async () => {
    await stopChild(current);
    if (ending) return;
    current = successor && isRunning(successor) ? successor : spawnServer(env);
    current.send('start');
    successor = undefined;
    clearTimeout(spawning);
    spawning = setTimeout(() => {
      successor = spawnServer(env);
    }, startMs);
  };
  return {
    // One after the other: files saved while the server stops must not bring up two.
    restart: () => {
      turn = turn.then(restart).catch((error) => console.error(`The server did not start: ${error.message}`));
      return turn;
    },
    stop: () => {
      ending = true;
      clearTimeout(spawning);
      return turn.then(() => Promise.all([current, successor].map(stopChild)));
    },
  };
}

function spawnServer(env) {
  const program = join(root, 'scripts', 'steps', 'dev-server.mjs');
  return spawn(process.execPath, ['--enable-source-maps', program, folder], {
    cwd: root,
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
}

function isRunning(child) {
  return child.exitCode === null && child.signalCode === null;
}

async function stopChild(child) {
  if (!child || !isRunning(child)) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function watchServer(onBuilt) {
  const { watch } = await import('rolldown');
  // Packages stay where npm put them: our own code alone is bundled in a fraction of the time.
  const watcher = watch({
    ...nodeBundle(serverEntries),
    plugins: [{ name: 'packages', writeBundle: (_, bundle) => writePackages(bundle) }],
    output: { ...nodeOutput, dir: folder },
  });
  watcher.on('event', async (event) => {
    if (event.code === 'BUNDLE_END') {
      await event.result.close();
      await onBuilt();
    }
    if (event.code === 'ERROR') console.error(event.error.message);
  });
  return watcher;
}

/** A file that imports every package which the bundle imports, and nothing of ours. */
function writePackages(bundle) {
  const imported = Object.values(bundle).flatMap((chunk) => chunk.imports ?? []);
  const packages = [...new Set(imported)].filter((name) => !(name in bundle));
  writeFileSync(
    join(folder, 'packages.mjs'),
    packages.map((name) => `import ${JSON.stringify(name)};\n`).join(''),
  );
}

async function servePages(application) {
  const { createServer } = await import('vite');
  const pages = join(root, 'apps', application);
  const server = await createServer({ root: pages, configFile: join(pages, 'vite.config.ts') });
  return server.listen().catch((error) => {
    throw new StepError(`The development server could not start: ${error.message}`);
  });
}
