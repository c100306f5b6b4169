import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { enableCompileCache } from './compile-cache.mjs';
import { install } from './install.mjs';
import { command } from './progress.mjs';
import { root } from './root.mjs';

await command(async () => {
  await install();
  await ensureBuilt({ set: 'processes' });
  const pages = buildPagesBehind();
  enableCompileCache();
  // The server runs in this very process: a signal to `npm start` is a signal to it, and nothing else can stay behind.
  const { runServer } = await import(join(root, 'apps', 'server', 'dist', 'main.js'));
  await runServer({ beforeListening: pages });
});

/** The server makes its database while the pages are built: on a first start the two take about as long. */
function buildPagesBehind() {
  const stop = new AbortController();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const end = () => stop.abort();
  for (const signal of signals) process.once(signal, end);
  // By lines: a counter that ticks in place would run into what the server says.
  const built = ensureBuilt({
    set: 'pages',
    hear: (text) => process.stdout.write(text),
    signal: stop.signal,
  }).finally(() => {
    for (const signal of signals) process.off(signal, end);
  });
  // Whoever waits for it hears of a failure; until then it must not count as unheard.
  built.catch(() => undefined);
  return built;
}
