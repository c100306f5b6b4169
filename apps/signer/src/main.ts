import { resolve } from 'node:path';
import { initialize, initializeDemo } from '#ceremony/init.ts';
import { openTerminal } from '#ceremony/terminal.ts';
import { showAddresses, signCold } from '#cold/sign-cold.ts';
import { CountFault, CountFile } from '#count/count-file.ts';
import { requireKeystore } from '#keystore/keystore.ts';
import { keepDebuggerShut } from './no-debugger.ts';
import { startSigner } from './run.ts';
import { signerCommand } from './signer-command.ts';
import { StartupError } from './startup-error.ts';

const commands = [
  ['init', 'makes the keys, in a terminal'],
  ['init --restore', 'makes the keystore again from its 24 words'],
  ['init --demo', "makes a demo's keystore, without a question"],
  ['new-count', 'begins an empty count where it was lost: read docs/signer.md first'],
  ['addresses', 'shows the first address of each kind, cold ones and the hot ones'],
  ['sign-cold FILE', 'signs a refill from the cold address, in a terminal and with the keys of this folder'],
  ['', 'runs the signer until it is stopped'],
].map(([words = '', does]) => `  ${signerCommand(...words.split(' ').filter(Boolean)).padEnd(32)}  ${does}`);

const usage = `Usage:
${commands.join('\n')}

Settings: SIGNER_DIR (its folder), SIGNER_SOCKET, SIGNER_SOCKET_GROUP, SIGNER_PASSPHRASE_FILE. See docs/signer.md.`;

/** The command as a person calls it. */
export async function runSignerCommand(args: readonly string[]): Promise<void> {
  try {
    keepDebuggerShut();
    await runCommand(args);
  } catch (error) {
    if (!(error instanceof StartupError || error instanceof CountFault)) throw error;
    process.stderr.write(`${error.message}\n`);
    // The pipe of a demo's parent would keep the process otherwise.
    process.exit(1);
  }
}

async function runCommand(args: readonly string[]): Promise<void> {
  const { env } = process;
  const folder = resolve(env.SIGNER_DIR || '.data-signer');
  const command = args.join(' ');
  const [first, path, ...more] = args;
  if (first === 'sign-cold' && path !== undefined && more.length === 0)
    return signCold({ folder, env, terminal: openTerminal(), path: resolve(path) });
  switch (command) {
    case '':
    case '--demo':
      return runUntilStopped({
        folder,
        socket: env.SIGNER_SOCKET || undefined,
        socketGroup: env.SIGNER_SOCKET_GROUP || undefined,
        demo: command === '--demo',
        env,
      });
    case 'init --demo':
      return initializeDemo(folder);
    case 'addresses':
      return showAddresses({ folder, env, terminal: openTerminal() });
    case 'new-count':
      return makeNewCount(folder);
    case 'init':
    case 'init --restore':
      return initialize({ folder, env, terminal: openTerminal(), restore: command !== 'init' });
    default:
      throw new StartupError(usage);
  }
}

/** For a folder whose count was lost. One that is there is never written over. */
function makeNewCount(folder: string): void {
  requireKeystore(folder);
  if (CountFile.exists(folder))
    throw new StartupError(`There is a count in ${folder}. Move it away first, if it is damaged.`);
  CountFile.create(folder, Date.now());
}

async function runUntilStopped(options: Parameters<typeof startSigner>[0]): Promise<void> {
  const signals = new Promise<void>((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => done());
    // A demo's signer is a child of its server and must not outlive it, whatever ends it: the pipe between them closes.
    if (options.demo) process.stdin.on('end', done).on('error', done).resume();
  });
  const running = await startSigner(options);
  process.stdout.write(`The signer listens on ${running.socket}\n`);
  const cause = await Promise.race([signals, running.failed]);
  await running.stop();
  if (cause) throw cause;
  process.exit();
}
