import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connectSigner, type SignerClient, SignerUnavailable } from '@emporion/chains/signer-client';
import { powerOfTen } from '@emporion/kernel';
import { type CoinNetwork, type Network, type Networks, readNetworks } from '#modules/markets/index.ts';
import type { App } from '#platform/http/app.ts';
import type { Platform } from '#platform/platform.ts';
import { StartupError } from '#platform/startup/startup-error.ts';
import { type DemoSignerNetwork, startDemoSigner } from './demo-signer.ts';
import { listPinnedKeys, pinKeys } from './pinned-keys.ts';

/** So long a start waits for a signer that it has keys of; one that has none cannot go on without. */
const patienceMs = { known: 2_000, first: 30_000 };

/**
 * The way to the signer, whose public keys are pinned: `SIGNER_SOCKET`, or a demo's own. Undefined where there is none, as in tests. While a signer that is
 * known is away, the server goes on: deposits need public keys only.
 *
 * @throws StartupError when it has other keys than those that are pinned, or production has networks and no signer.
 */
export async function openSigner(app: App, platform: Platform): Promise<SignerClient | undefined> {
  const { config, database, log } = platform;
  const networks = await readNetworks(platform);
  if (networks.networks.size === 0) return undefined;
  const socket = config.signerSocket ?? (await startOwn(app, platform, networks));
  if (socket === undefined) {
    if (!config.production) return undefined;
    throw new StartupError(
      'SIGNER_SOCKET must be set: there are networks, and without the keys of `npm run signer` nobody can deposit.',
    );
  }
  const signer = connectSigner(socket);
  app.addHook('onClose', async () => signer.close());
  const codes = [...networks.networks.keys()];
  const known = new Set((await listPinnedKeys(database.kysely)).map(({ network }) => network));
  const isFirst = codes.some((code) => !known.has(code));
  const identity = await askIdentity(signer, isFirst ? patienceMs.first : patienceMs.known);
  if (identity) {
    if (identity.demo && config.production)
      throw new StartupError('The signer has the keys of a demo, and production refuses them.');
    await pinKeys(database.kysely, identity, codes);
  } else if (known.size === 0)
    throw new StartupError(`The signer at ${socket} does not answer: start it first.`);
  else log.warn({ part: 'signer' }, 'the signer does not answer; nothing is paid out until it does');
  return signer;
}

async function askIdentity(signer: SignerClient, patience: number) {
  const until = performance.now() + patience;
  for (;;) {
    try {
      return await signer.identity();
    } catch (error) {
      if (!(error instanceof SignerUnavailable)) throw error;
      if (performance.now() > until) return undefined;
      await wait(100);
    }
  }
}

/** A demo brings a signer of its own, below its data folder. */
async function startOwn(app: App, { config }: Platform, networks: Networks): Promise<string | undefined> {
  if (!config.demo || config.environment === 'test') return undefined;
  const signer = await startDemoSigner({
    dataFolder: resolve(config.dataDir),
    networks: [...networks.networks.values()]
      .filter(({ family }) => family === 'development')
      .map((network) => demoNetworkOf(network, networks.coins)),
  });
  app.addHook('onClose', () => signer.stop());
  return signer.socket;
}

/** What a demo may pay out within a day: far more than its people ask for, and still a limit. */
const demoDay = { whole: 10_000_000n, feeUnits: 10n ** 12n };

function demoNetworkOf(network: Network, coins: readonly CoinNetwork[]): DemoSignerNetwork {
  const { code, addressFormat, memo, feeCoin } = network;
  const here = coins.filter((each) => each.network === code);
  return {
    ...{ code, addressFormat, memo: memo ?? undefined, feeCoin },
    feeMax: demoDay.feeUnits,
    topUpDayMax: demoDay.feeUnits * 1_000n,
    coldAddress: undefined,
    coins: here.map(({ coin, contract, decimals }) => ({
      coin,
      contract: contract ?? undefined,
      dayMax: demoDay.whole * powerOfTen(decimals),
    })),
  };
}
