import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountsOf, seedOf } from '@emporion/chains';
import { ShapeError } from '@emporion/chains/wire';
import { demoPassphrasePath, initializeDemo, policyPath } from '#ceremony/init.ts';
import { openTerminal } from '#ceremony/terminal.ts';
import { systemClock } from '#count/clock.ts';
import { Count } from '#count/count.ts';
import { lockFolder } from '#folder-lock.ts';
import { keystorePath, openKeystore, requireKeystore } from '#keystore/keystore.ts';
import { readPassphrase } from '#keystore/passphrase.ts';
import { type Policy, parsePolicy } from '#policy/policy.ts';
import { requirePrivateFolder } from '#private-folder.ts';
import { signerCommand } from '#signer-command.ts';
import { Signer } from '#signing/signer.ts';
import { serveSigner } from '#socket/socket-server.ts';
import { StartupError } from '#startup-error.ts';

export interface RunOptions {
  readonly folder: string;
  readonly socket: string | undefined;
  /** Whose members may open the socket beside its owner. */
  readonly socketGroup: string | undefined;
  readonly demo: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface RunningSigner {
  readonly socket: string;
  /** Resolves when it can sign no more, with the cause. */
  readonly failed: Promise<unknown>;
  stop(): Promise<void>;
}

/** @throws StartupError */
export async function startSigner(options: RunOptions): Promise<RunningSigner> {
  const { folder, demo, socketGroup } = options;
  if (demo) mkdirSync(folder, { recursive: true, mode: 0o700 });
  else {
    requireKeystore(folder);
    requirePrivateFolder(folder);
  }
  if (socketGroup !== undefined && options.socket === undefined)
    throw new StartupError('SIGNER_SOCKET_GROUP needs a SIGNER_SOCKET outside the signer’s own folder.');
  const release = lockFolder(folder);
  try {
    if (demo && !existsSync(keystorePath(folder))) await initializeDemo(folder);
    const { mnemonic } = await openMatchingKeystore(options);
    const policy = readPolicy(folder);
    const count = new Count(folder, systemClock);
    // Nobody reads what a demo's signer says after its first line.
    const log = (line: string) => void (demo || process.stdout.write(`${line}\n`));
    const signer = new Signer({ policy, count, keysOf: accountsOf(seedOf(mnemonic)), demo, log });
    const socket = options.socket ?? join(folder, 'signer.sock');
    const server = await serveSigner(signer, socket, { group: socketGroup });
    return {
      socket,
      failed: server.failed,
      async stop() {
        await server.close();
        count.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** A demo's keys are no secret: its passphrase lies beside them. So nothing but a demo starts with them, and a demo starts with no others. */
async function openMatchingKeystore({ folder, demo, env }: RunOptions) {
  const passphrase = demo
    ? await readPassphrase({ SIGNER_PASSPHRASE_FILE: demoPassphrasePath(folder) }, undefined)
    : await readPassphrase(env, openTerminal());
  const keystore = await openKeystore(folder, passphrase);
  if (keystore.demo && !demo)
    throw new StartupError(
      `The keystore in ${folder} was made for a demo, and its passphrase lies beside it. Run \`${signerCommand('init')}\` in another folder.`,
    );
  if (!keystore.demo && demo)
    throw new StartupError(`The keystore in ${folder} was not made for a demo. A demo does not use it.`);
  return keystore;
}

function readPolicy(folder: string): Policy {
  const path = policyPath(folder);
  try {
    return parsePolicy(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof ShapeError) throw new StartupError(`${path} cannot be used. ${error.message}`);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new StartupError(`${path} is missing: it says what may be signed.`);
    throw error;
  }
}
