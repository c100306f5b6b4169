import { whileListening } from '#platform/http/while-listening.ts';
import type { ServerModule } from '#platform/module.ts';
import { deliverJob } from './create-messages.ts';
import { deliverMessage } from './deliver-message.ts';
import { watchMailServer } from './delivery/mail-server.ts';
import { purgeBodies, trimOutbox } from './purge-messages.ts';

const purgeJob = 'messages.purge';

/** The background work behind every message: delivering it, and forgetting what it said. */
export const messagesModule: ServerModule = {
  name: 'messages',
  register: (app, platform) => whileListening(app, () => watchMailServer(platform)),
  jobs: {
    [deliverJob]: deliverMessage,
    [purgeJob]: async (_payload, { platform: { config, database, clock } }) => {
      if (config.demo) await trimOutbox(database.kysely);
      else await purgeBodies(database.kysely, clock.now());
    },
  },
  cron: [{ job: purgeJob, match: '*/10 * * * *' }],
};
