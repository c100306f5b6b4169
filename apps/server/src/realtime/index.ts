import type { SubscriptionName } from '@emporion/contracts/sockets';
import type { App } from '#platform/http/app.ts';
import type { ServerModule } from '#platform/module.ts';
import { onPublicStatus } from '#platform/settings/public-status.ts';
import { Gateway } from './gateway.ts';
import { type GatewayLimits, gatewayLimits } from './limits.ts';
import type { Topic } from './topics.ts';

export { textFrame } from './text-frame.ts';
export type { Following, Subscriber, Topic } from './topics.ts';

declare module 'fastify' {
  interface FastifyInstance {
    realtime: Gateway;
  }
}

/** The sockets as a module. It stands before the modules that register topics. */
export function createRealtimeModule(limits: Partial<GatewayLimits> = {}): ServerModule {
  return {
    name: 'realtime',
    register(app, platform) {
      const { config, metrics } = platform;
      const gateway = new Gateway(app, { ...gatewayLimits, ...limits }, metrics.registry);
      app.decorate('realtime', gateway);
      gateway.open(config.publicUrl);
      const stop = onPublicStatus(platform, (status) => gateway.sendToAll({ kind: 'status', ...status }));
      app.addHook('onClose', async () => stop());
    },
  };
}

export const realtimeModule = createRealtimeModule();

/** Called by a module as it registers, for each thing that people can follow on the trading socket. */
export function registerTopic<Name extends SubscriptionName>(app: App, topic: Topic<Name>): void {
  app.realtime.topics.register(topic);
}
