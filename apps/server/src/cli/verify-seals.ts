import { executorOn } from '#platform/database/executor-on.ts';
import type { ServerModule } from '#platform/module.ts';
import { openSeals, type Secret } from '#platform/secret/secret-seal.ts';
import type { VerifyPart } from '#runtime/index.ts';

/** Whether SECRET opens what is sealed: a restored database that it does not open cannot be started. It writes nothing. */
export function sealsPart(secret: Secret, modules: readonly ServerModule[]): VerifyPart {
  return {
    name: 'Seals',
    run: async ({ database }) => {
      const state = await openSeals(executorOn(database), { secret, modules });
      const problems =
        state === 'closed'
          ? [
              'SECRET does not open this database: it was sealed with another one. Set the SECRET of the day of this dump, see "Change secrets" in docs/operating.md.',
            ]
          : [];
      return { summary: state === 'none' ? 'nothing is sealed yet' : 'they open with SECRET', problems };
    },
  };
}
