import type { SignerCoins, SignerIdentity } from '@emporion/chains';
import type { SignerClient } from '@emporion/chains/signer-client';
import { Gauge } from 'prom-client';
import { repeat } from '#platform/concurrency/repeat.ts';
import type { Platform } from '#platform/platform.ts';
import { defineService } from '#platform/services.ts';

/** How the signer can be asked whether it answers, and what it said. */
interface SignerWatch {
  /** Undefined: nobody signs here. Rejects when it cannot be reached. */
  ask: (() => Promise<void>) | undefined;
  /** What an operator should know of it, as it was when it was last asked. */
  problem: string | undefined;
  /** The coins of its file, as it told them last; undefined while it has not told any, as one of an older version never does. */
  coins: SignerCoins | undefined;
  /** Of a demo's own signer: has its file written anew, with all coins that are listed. */
  renew: (() => void) | undefined;
}

const unasked: SignerWatch = { ask: undefined, problem: undefined, coins: undefined, renew: undefined };

export const signerWatch = defineService(
  'signer watch',
  (_platform: Pick<Platform, 'runtime'>): SignerWatch => ({ ...unasked }),
);

const unreachable = 'The signer cannot be reached: there are no new deposit addresses, and payouts wait.';

/** Notes what comes of asking the signer who it is: a log line when an outage begins and one when it ends. */
export function watchedIdentity(
  platform: Pick<Platform, 'log'>,
  watch: SignerWatch,
  client: Pick<SignerClient, 'identity'>,
): () => Promise<SignerIdentity> {
  return async () => {
    try {
      const answer = await client.identity();
      if (watch.problem !== undefined) platform.log.info({ part: 'payouts' }, 'the signer answers again');
      watch.problem = undefined;
      return answer;
    } catch (error) {
      if (watch.problem === undefined)
        platform.log.warn({ part: 'payouts', err: error }, 'the signer cannot be reached');
      watch.problem = unreachable;
      throw error;
    }
  };
}

const askedEveryMs = 5_000;

/** Asks the signer again and again, so that readiness and metrics tell of one that is away although nothing is to be signed. */
export function keepAskingSigner(platform: Platform): { stop(): Promise<void> } | undefined {
  const watch = signerWatch(platform);
  if (!watch.ask) return undefined;
  const stop = repeat(
    askedEveryMs,
    async () => {
      await watch.ask?.().catch(() => undefined);
    },
    platform.log,
  );
  return { stop: async () => stop() };
}

/** 1 also where a production has no signer at all. */
export function measureSigner(platform: Platform): void {
  const watch = signerWatch(platform);
  new Gauge({
    name: 'wallet_signer_away',
    help: '1 while the signer cannot be reached or is not set up: payouts wait.',
    registers: [platform.metrics.registry],
    collect() {
      this.set(watch.problem === undefined ? 0 : 1);
    },
  });
}
