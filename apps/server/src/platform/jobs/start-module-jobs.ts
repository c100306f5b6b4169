import { invariant } from '@emporion/kernel';
import { reportDelivery } from '#platform/messages/delivery/choose-delivery.ts';
import { messagesModule } from '#platform/messages/messages-module.ts';
import type { ServerModule } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { queueModule } from './clean-queue.ts';
import type { CronItem, JobHandler } from './jobs.ts';
import type { JobQueue } from './open-jobs.ts';

/** Sets the queue to work on what the modules and the platform itself handle, and says what it cannot do. */
export async function startModuleJobs(
  queue: JobQueue,
  platform: Platform,
  modules: readonly ServerModule[],
): Promise<void> {
  reportDelivery(platform.config, platform.log);
  await queue.start({ platform, ...collectJobs([queueModule, messagesModule, ...modules]) });
}

export function collectJobs(modules: readonly ServerModule[]): {
  handlers: Record<string, JobHandler>;
  cron: CronItem[];
} {
  const handlers = new Map<string, JobHandler>();
  for (const module of modules) {
    for (const [name, handler] of Object.entries(module.jobs ?? {})) {
      invariant(name.startsWith(`${module.name}.`), `job ${name} does not begin with its module's name`);
      invariant(!handlers.has(name), `two modules handle the job ${name}`);
      handlers.set(name, handler);
    }
  }
  const cron = modules.flatMap((module) => module.cron ?? []);
  for (const { job } of cron) invariant(handlers.has(job), `nothing handles the timed job ${job}`);
  return { handlers: Object.fromEntries(handlers), cron };
}
