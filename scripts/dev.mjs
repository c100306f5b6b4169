import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { serverEntries } from './steps/build.mjs';
import { nodeBundle, nodeOutput } from './steps/bundle.mjs';
import { install } from './steps/install.mjs';
import { requireNodeVersion } from './steps/node-version.mjs';
import { command, StepError } from './steps/progress.mjs';
import { root } from './steps/root.mjs';

// `npm run dev`: the server restarts and the browser updates as files change. It has a port, a data folder and a build of
// its own, so that a running `npm start` is left alone.
requireNodeVersion();
const port = process.env.PORT ?? '8081';
const environment = { ...process.env, PORT: port, DATA_DIR: process.env.DATA_DIR ?? '.data-dev' };
const folder = join(root, 'apps', 'server', 'dist-dev');

await command(async () => {
  await install();
  process.env.EMPORION_SERVER = `http://127.0.0.1:${port}`;
  const server = restartingServer();
  const watcher = await watchServer(server.restart);
  const web = await serveWeb();
  console.log(`Open ${web.resolvedUrls?.local[0]}: it reloads as you edit.`);
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, async () => {
      await Promise.all([watcher.close(), web.close(), server.stop()]);
      process.exit();
    });
  }
});

/** The server as a child that gives way to its successor. */
function restartingServer() {
  let child;
  const stop = () =>
    new Promise((done) => {
      if (!child || child.exitCode !== null) return done();
      child.once('exit', done);
      child.kill('SIGTERM');
    });
  const restart = async () => {
    await stop();
    const entry = join(folder, 'main.js');
    const code = `import(${JSON.stringify(entry)}).then(({ runServer }) => runServer())`;
    child = spawn(process.execPath, ['--enable-source-maps', '--input-type=module', '-e', code], {
      cwd: root,
      env: environment,
      stdio: 'inherit',
    });
  };
  return { restart, stop };
}

async function watchServer(onBuilt) {
  const { watch } = await import('rolldown');
  const watcher = watch({
    ...nodeBundle(serverEntries, { packages: true }),
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

async function serveWeb() {
  const { createServer } = await import('vite');
  const web = join(root, 'apps', 'web');
  const server = await createServer({ root: web, configFile: join(web, 'vite.config.ts') });
  return server.listen().catch((error) => {
    throw new StepError(`The development server could not start: ${error.message}`);
  });
}
