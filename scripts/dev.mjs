import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { serverEntries } from './steps/build.mjs';
import { nodeBundle, nodeOutput } from './steps/bundle.mjs';
import { install } from './steps/install.mjs';
import { requireNodeVersion } from './steps/node-version.mjs';
import { command, StepError } from './steps/progress.mjs';
import { root } from './steps/root.mjs';

// `npm run dev`: the server restarts and the browser updates as files change.
requireNodeVersion();
await command(async () => {
  await install();
  const server = restartingServer();
  const watcher = await watchServer(server.restart);
  const web = await serveWeb();
  web.printUrls();
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, async () => {
      await Promise.all([watcher.close(), web.close(), server.stop()]);
      process.exit();
    });
  }
});

/** The server as a child that gives way to its successor. Its own folder keeps it clear of a running `npm start`. */
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
    const entry = join(root, 'apps', 'server', 'dist', 'main.js');
    const code = `import(${JSON.stringify(entry)}).then(({ runServer }) => runServer())`;
    child = spawn(process.execPath, ['--enable-source-maps', '--input-type=module', '-e', code], {
      cwd: root,
      stdio: 'inherit',
    });
  };
  return { restart, stop };
}

async function watchServer(onBuilt) {
  const { watch } = await import('rolldown');
  const watcher = watch({
    ...nodeBundle(serverEntries),
    output: { ...nodeOutput, dir: join(root, 'apps', 'server', 'dist') },
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
  const folder = join(root, 'apps', 'web');
  const server = await createServer({ root: folder, configFile: join(folder, 'vite.config.ts') });
  return server.listen().catch((error) => {
    throw new StepError(`The development server could not start: ${error.message}`);
  });
}
