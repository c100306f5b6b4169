import type { SigningRequest } from '@emporion/chains';
import { connectSigner, type SignerClient, SignerUnavailable } from '@emporion/chains/signer-client';
import { parseDecimal } from '@emporion/kernel';
import { type CoinNetwork, type Networks, readNetworks } from '#modules/markets/index.ts';
import { operatorCommand } from '#platform/operator-command.ts';
import type { Platform } from '#platform/platform.ts';
import { StartupError } from '#platform/startup/startup-error.ts';
import { developmentFeeMin } from '../development-chain/accept.ts';
import type { Sign } from '../payouts/payout-network.ts';
import { type DemoSignerNetwork, startDemoSigner } from './demo-signer.ts';
import { requireNothingForgotten } from './forgotten-signatures.ts';
import { keepRunning } from './keep-running.ts';
import { pinKeys } from './pinned-keys.ts';
import { signerWatch, watchedIdentity } from './signer-watch.ts';

/** The signer that this server pays out through. */
export interface OpenSigner {
  readonly sign: Sign;
  /** Keeps the keys of networks that were listed, or that the signer's file got, since it was last asked. @throws SignerUnavailable */
  pinNew(): Promise<void>;
  stop(): Promise<void>;
}

/** In a demo one transaction may cost so many times the least that the chain takes. */
const feeTimesMax = 100n;
/** In a demo so many addresses may be given what they need for fees within a day. */
const topUpsADay = 10_000n;
/** In a demo so many times what one user may take out may leave within a day; without such a bound, so many coins. */
const usersADay = 100n;
const coinsADay = '1000000000';

/**
 * Finds the signer: the one of the configuration, or a demo's own, which is started. Its public keys are pinned at first contact. One that cannot be reached
 * is asked again whenever something is to be signed; whoever was pinned before goes on watching without it.
 *
 * @returns undefined where nobody signs.
 * @throws StartupError when its keys are not those that were pinned, or when it is a demo's in production.
 */
export async function openSigner(platform: Platform): Promise<OpenSigner | undefined> {
  const { config } = platform;
  if (config.signerSocket !== undefined) {
    const client = connectSigner(config.signerSocket);
    return pinned(platform, client, async () => client.close());
  }
  if (!config.demo || config.environment === 'test') return undefined;
  const kept = await keepDemoSigner(platform);
  const client = connectSigner(kept.current.socket);
  signerWatch(platform).renew = () => void kept.current.stop();
  return pinned(platform, client, async () => {
    client.close();
    await kept.stop();
  });
}

/** The signer of a demo, which is started again whenever it dies. Each start writes its file anew, with the coins that were listed since. */
function keepDemoSigner(platform: Platform) {
  const { log, config } = platform;
  return keepRunning({
    start: async () =>
      startDemoSigner({
        dataFolder: config.dataDir,
        networks: demoNetworks(await readNetworks(platform)),
      }),
    onEnded: () => {
      signerWatch(platform).problem = 'The signer of the demo has ended and is started again: payouts wait.';
      log.error({ part: 'payouts' }, 'the signer of the demo ended, and is started again');
    },
    onStartFailed: (err) => log.error({ part: 'payouts', err }, 'the signer of the demo cannot be started'),
    onRestarted: () =>
      void signerWatch(platform)
        .ask?.()
        .catch(() => undefined),
  });
}

async function pinned(
  platform: Platform,
  client: SignerClient,
  stop: () => Promise<void>,
): Promise<OpenSigner> {
  // Whoever looks after payouts sees whether it answers.
  const watch = signerWatch(platform);
  const identity = watchedIdentity(platform, watch, client);
  watch.ask = async () => {
    await identity();
    // A demo's own signer has whatever is listed: its file is written at each start.
    if (platform.config.signerSocket !== undefined) watch.coins = await client.coins();
  };
  const pin = pinning(platform, { identity });
  // A demo's database may be begun anew beside a signer that goes on: nothing of it is worth anything.
  const compare = async (network?: string) => {
    if (!platform.config.demo) await requireNothingForgotten(platform, await identity(), network);
  };
  try {
    await pin();
    await compare();
  } catch (error) {
    if (!(error instanceof SignerUnavailable)) {
      await stop();
      throw error;
    }
  }
  await watch.ask().catch(() => undefined);
  return {
    sign: async (request: SigningRequest) => {
      await pin();
      await compare(request.network);
      return client.sign(request);
    },
    pinNew: pin,
    stop,
  };
}

/**
 * Pins the keys of all networks whose keys are not known to be the signer's. A network can be listed, and the signer's file be changed, while we run: whoever
 * waits for a deposit there should not have to wait for a restart.
 */
export function pinning(platform: Platform, client: Pick<SignerClient, 'identity'>): () => Promise<void> {
  const compared = new Set<string>();
  let hasAnswered = false;
  return async () => {
    const { networks } = await readNetworks(platform);
    const open = [...networks.keys()].filter((code) => !compared.has(code));
    // Also where nothing is listed yet it is looked at once: a demo's is refused at the start.
    if (open.length === 0 && hasAnswered) return;
    const identity = await client.identity();
    if (identity.demo && !platform.config.demo)
      throw new StartupError(
        `The signer has the keystore of a demo, whose words are worth nothing: make one with \`${operatorCommand('signer', 'init')}\`.`,
      );
    await pinKeys(platform.database.kysely, identity, open);
    for (const code of open) if (identity.networks[code]) compared.add(code);
    hasAnswered = true;
  };
}

/** A demo's limits: wide enough to try everything, and limits all the same. */
function demoNetworks({ networks, coins }: Networks): DemoSignerNetwork[] {
  return [...networks.values()]
    .filter(({ family }) => family === 'development')
    .map(({ code, addressFormat, memo, feeCoin }) => ({
      ...{ code, addressFormat, memo: memo ?? undefined, feeCoin },
      feeMax: developmentFeeMin * feeTimesMax,
      topUpDayMax: developmentFeeMin * topUpsADay,
      coins: coins
        .filter(({ network }) => network === code)
        .map((listed) => ({
          coin: listed.coin,
          contract: listed.contract ?? undefined,
          dayMax: dayOf(listed),
        })),
    }));
}

function dayOf({ withdrawalDailyMax, decimals }: CoinNetwork): bigint {
  const day = parseDecimal(withdrawalDailyMax ?? coinsADay, decimals);
  return day.ok ? day.value * (withdrawalDailyMax === null ? 1n : usersADay) : 0n;
}
