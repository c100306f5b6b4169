import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import { oneAtATime } from '#platform/concurrency/shared-answer.ts';
import { freeBytes } from '#platform/database/out-of-space.ts';
import { folders } from '#platform/folders.ts';
import type { Platform } from '#platform/platform.ts';

type Needs = Pick<Platform, 'config' | 'database' | 'log' | 'metrics'>;

/** What an operator watches of the parts beneath: connections, the disk, messages and jobs. Each is looked up whenever somebody asks. */
export function measurePlatform(platform: Needs): void {
  // Before those that ask the database, whose own questions would be counted.
  measurePool(platform);
  measureDisk(platform);
  measureMessages(platform);
  measureJobs(platform);
}

function measurePool({ database: { pool }, metrics }: Needs): void {
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections to the database, used by somebody or idle.',
    labelNames: ['state'],
    registers: [metrics.registry],
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
    },
  });
  new Gauge({
    name: 'database_pool_waiting',
    help: 'How many wait for a connection to the database.',
    registers: [metrics.registry],
    collect() {
      this.set(pool.waitingCount);
    },
  });
}

function measureDisk({ config, metrics }: Needs): void {
  const dataFolder = resolve(folders.root, config.dataDir);
  new Gauge({
    name: 'disk_free_bytes',
    help: 'Room on the disk of the data folder. With DATABASE_URL the database is elsewhere.',
    registers: [metrics.registry],
    collect() {
      this.set(freeBytes(join(dataFolder, 'postgres')) ?? freeBytes(folders.root) ?? 0);
    },
  });
}

const channels = ['mail', 'sms'];

function measureMessages({ database, log, metrics }: Needs): void {
  const registers = [metrics.registry];
  const look = question(log, () =>
    sql<{ channel: string; waiting: number; failed: number; seconds: number }>`
      select channel,
        count(*) filter (where status = 'queued')::float8 as waiting,
        count(*) filter (where status = 'failed')::float8 as failed,
        coalesce(extract(epoch from now() - min(created_at) filter (where status = 'queued')), 0)::float8 as seconds
      from messages
      where status <> 'delivered' and (status = 'queued' or created_at > now() - interval '1 day')
      group by channel
    `.execute(database.kysely),
  );
  const none = { waiting: 0, failed: 0, seconds: 0 };
  const byChannel = async () => {
    const rows = await look();
    if (rows === undefined) return undefined;
    return channels.map((name) => ({
      ...none,
      ...rows.find(({ channel }) => channel === name),
      channel: name,
    }));
  };
  new Gauge({
    name: 'messages_undelivered',
    help: 'Mails and text messages that wait for their delivery, or failed within a day.',
    labelNames: ['channel', 'state'],
    registers,
    async collect() {
      const found = (await byChannel()) ?? [];
      for (const { channel, waiting, failed } of found) {
        this.set({ channel, state: 'waiting' }, waiting);
        this.set({ channel, state: 'failed' }, failed);
      }
    },
  });
  new Gauge({
    name: 'messages_oldest_waiting_seconds',
    help: 'For how long the oldest message that is not delivered yet has been waiting.',
    labelNames: ['channel'],
    registers,
    async collect() {
      const found = (await byChannel()) ?? [];
      for (const { channel, seconds } of found) this.set({ channel }, seconds);
    },
  });
}

function measureJobs({ database, log, metrics }: Needs): void {
  const registers = [metrics.registry];
  const look = question(log, () =>
    sql<{ running: number; failed: number; due: number; later: number; seconds: number }>`
      select count(*) filter (where state = 'running')::float8 as running,
        count(*) filter (where state = 'failed')::float8 as failed,
        count(*) filter (where state = 'due')::float8 as due,
        count(*) filter (where state = 'later')::float8 as later,
        coalesce(extract(epoch from now() - min(run_at) filter (where state = 'due')), 0)::float8 as seconds
      from (
        select run_at, case
          when locked_at is not null then 'running'
          when attempts >= max_attempts then 'failed'
          when run_at <= now() then 'due'
          else 'later' end as state
        from graphile_worker.jobs
      ) as job
    `.execute(database.kysely),
  );
  new Gauge({
    name: 'jobs',
    help: 'Jobs of the queue: due now, for later, running, and failed for good.',
    labelNames: ['state'],
    registers,
    async collect() {
      const [found] = (await look()) ?? [];
      if (found === undefined) return;
      const { seconds: _seconds, ...states } = found;
      for (const [state, count] of Object.entries(states)) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'jobs_oldest_due_seconds',
    help: 'For how long the oldest job that is due has been waiting for its turn.',
    registers,
    async collect() {
      const [found] = (await look()) ?? [];
      if (found !== undefined) this.set(found.seconds);
    },
  });
}

/**
 * Several measures come from one question: all of them are taken at the same moment, so it is asked once. Undefined when the database does not
 * answer: its measures then keep their last value, for an alarm on one that is gone never fires, and what else there is to measure is shown all the same.
 */
function question<Row>(log: Platform['log'], ask: () => Promise<{ readonly rows: Row[] }>) {
  return oneAtATime(async () => {
    try {
      return (await ask()).rows;
    } catch (err) {
      log.debug({ err }, 'a measure could not be taken');
      return undefined;
    }
  });
}
