import type { ServerModule } from '#platform/module.ts';

/** Long enough for an operator to look into a failure. */
const failedJobsKeptDays = 7;

/** Forgets jobs that failed for good, so that the queue's table stays small. */
export const queueModule: ServerModule = {
  name: 'jobs',
  jobs: {
    'jobs.clean': async (_payload, { platform }) => {
      await platform.database.pool.query(
        `select graphile_worker.complete_jobs(array_agg(id))
         from graphile_worker.jobs
         where attempts >= max_attempts and locked_at is null and updated_at < now() - make_interval(days => $1)
         having count(*) > 0`,
        [failedJobsKeptDays],
      );
    },
  },
  cron: [{ job: 'jobs.clean', match: '41 3 * * *' }],
};
