import type { KyselyPlugin } from 'kysely';
import type { Platform } from '#platform/platform.ts';

/** A process that dies at its so-manieth step: before a question to the database, or before or after a call to the exchange, the signer or the node. */
export function dyingProcess(platform: Platform, at: number) {
  let steps = 0;
  const step = () => {
    steps += 1;
    if (steps >= at) throw new Error('killed');
  };
  const around =
    <Arguments extends unknown[], Value>(work: (...given: Arguments) => Promise<Value>) =>
    async (...given: Arguments): Promise<Value> => {
      step();
      const value = await work(...given);
      step();
      return value;
    };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      step();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const database = { ...platform.database, kysely: platform.database.kysely.withPlugin(plugin) };
  const execute = around(platform.runtime.execute.bind(platform.runtime));
  const runtime = new Proxy(platform.runtime, {
    get: (target, key) => (key === 'execute' ? execute : Reflect.get(target, key, target)),
  });
  const mortal: Platform = { ...platform, database, runtime };
  return { platform: mortal, around, isOver: () => steps < at };
}
