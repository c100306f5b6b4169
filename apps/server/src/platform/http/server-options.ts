import type { Server } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyHttpOptions } from 'fastify';
import type { Config } from '#platform/config/schema.ts';
import type { Platform } from '#platform/platform.ts';
import { answerSerializer } from './answer-serializer.ts';
import { compiledValidator } from './compiled-schema.ts';
import { answerBrokenConnection } from './errors/broken-connection.ts';
import { handleError } from './errors/error-handler.ts';
import { requestIdOf } from './request-id.ts';

/** A request must arrive within these times, or a slow sender could hold a connection for ever. */
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
const idleTimeoutMs = 60_000;
const keepAliveTimeoutMs = 65_000;

type Options = FastifyHttpOptions<Server, FastifyBaseLogger>;

/** Ours for every route. Told with the options, the framework does not load its own, which nobody would use. */
const compilersOf = (platform: Platform) =>
  ({
    buildValidator: () => compiledValidator,
    buildSerializer: () => answerSerializer(platform),
  }) as unknown as NonNullable<NonNullable<Options['schemaController']>['compilersFactory']>;

export function serverOptions(platform: Platform): Options {
  const { config, log } = platform;
  return {
    loggerInstance: log,
    // One line of our own is written for each request, because the framework's would carry the query.
    logController: new Fastify.LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    requestIdHeader: false,
    trustProxy: trustProxyOf(config),
    bodyLimit: config.bodyLimitBytes,
    connectionTimeout: idleTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    requestTimeout: requestTimeoutMs,
    http: {
      headersTimeout: headersTimeoutMs,
      maxHeaderSize: 16_384,
      connectionsCheckingInterval: 5_000,
      // Ours refuses it from the catalogue; the parser's answer is empty.
      requireHostHeader: false,
    },
    schemaController: { compilersFactory: compilersOf(platform) },
    // Ours answers from the catalogue while the server stops; the framework's has a shape of its own.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => {
      handleError(error, request, reply);
    },
    clientErrorHandler: answerBrokenConnection,
  };
}

/** With a number, exactly that many hops are believed: an address that the client wrote itself is never among them. */
function trustProxyOf({
  trustProxy,
}: Config): boolean | string[] | ((address: string, hop: number) => boolean) {
  return typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy;
}
