import Fastify from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { folders } from '#platform/folders.ts';
import type { ServerModule } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { requireServices } from '#platform/services.ts';
import type { App } from './app.ts';
import { addAuthentication } from './authenticate-request.ts';
import { addBodies, unfinishedBytesMax } from './bodies/read-bodies.ts';
import { addShutdown } from './close-app.ts';
import { boundConnections, connectionsMax, connectionsPerAddressMax } from './connections.ts';
import { countedErrors } from './errors/error-handler.ts';
import { answerUnknownRoutes } from './errors/not-found.ts';
import { recordRoutes } from './errors/route-table.ts';
import { addHealthRoutes } from './health-routes.ts';
import { checkHost } from './host-header.ts';
import { lazyRequestLog } from './lazy-request-log.ts';
import { refuseChanges, refuseCommands } from './maintenance.ts';
import { addMetricsRoute } from './metrics-route.ts';
import { addOpenApi } from './openapi/add-openapi.ts';
import { addRateLimit } from './rate-limit.ts';
import { addReadinessReasons } from './readiness-reasons.ts';
import { observeRequests } from './request-log.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { serverOptions } from './server-options.ts';
import { addWebApp } from './static/web-app.ts';
import { addSystemRoutes } from './system-routes.ts';
import { refuseUnsupportedRequests } from './unsupported-requests.ts';
import { watchForUntrustedProxy } from './untrusted-proxy.ts';

export interface BuildOptions {
  /** The built web application; a test points it at a folder of its own. */
  readonly webRoot?: string;
  readonly connectionsMax?: number;
  readonly connectionsPerAddressMax?: number;
  readonly unfinishedBytesMax?: number;
  /** The process only follows the journal: it serves what modules offer for reading, and refuses everything that changes something. */
  readonly readOnly?: boolean;
}

/** Builds the whole HTTP application; it does not listen yet, so tests may inject requests. */
export async function buildApp(
  platform: Platform,
  modules: readonly ServerModule[],
  {
    webRoot = folders.web,
    connectionsMax: max = connectionsMax,
    connectionsPerAddressMax: perAddressMax = connectionsPerAddressMax,
    unfinishedBytesMax: unfinishedMax = unfinishedBytesMax,
    readOnly = false,
  }: BuildOptions = {},
): Promise<App> {
  if (!readOnly) requireServices(modules);
  const app: App = Fastify(serverOptions(platform)).withTypeProvider<ZodTypeProvider>();
  boundConnections(app, platform.config, { max, perAddressMax });
  refuseUnsupportedRequests(app);
  app.setErrorHandler(countedErrors(platform.metrics));
  // Bodies are JSON. The framework also reads plain text, which a form of another site could send without asking.
  app.removeContentTypeParser('text/plain');
  addBodies(app, { bytesMax: platform.config.bodyLimitBytes, unfinishedMax });

  const routes = recordRoutes(app);
  observeRequests(app, platform);
  app.setChildLoggerFactory(lazyRequestLog);
  addSecurityHeaders(app, platform.config);
  addShutdown(app);
  checkHost(app, platform.config);
  addRateLimit(app, platform.config);
  addAuthentication(app, platform, modules);
  if (readOnly) refuseCommands(app);
  else refuseChanges(app, platform);
  await addOpenApi(app, platform);
  answerUnknownRoutes(app, routes);

  watchForUntrustedProxy(app, platform);
  addHealthRoutes(app, platform, addReadinessReasons(app));
  addMetricsRoute(app, platform);
  addSystemRoutes(app, platform);
  // What only follows has no calls that the application lives by.
  if (!readOnly) await addWebApp(app, { webRoot, backOfficeRoot: folders.backOffice, platform });
  for (const module of modules)
    await (readOnly ? module.registerReading?.(app, platform) : module.register?.(app, platform));
  await app.ready();
  return app;
}
