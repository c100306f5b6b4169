import type { FastifyBaseLogger } from 'fastify';
import type { App } from './app.ts';

type Child = ReturnType<FastifyBaseLogger['child']>;

/**
 * The log of one request, whose lines carry its id. Most requests write none, and a child of the logger costs as much as looking up a route: so it
 * is made with the first line.
 */
class LazyRequestLog {
  readonly #make: () => Child;
  #made: Child | undefined;

  constructor(make: () => Child) {
    this.#make = make;
  }

  get #log(): Child {
    this.#made ??= this.#make();
    return this.#made;
  }

  get level() {
    return this.#log.level;
  }

  get silent() {
    return this.#log.silent;
  }

  fatal(...line: Parameters<Child['fatal']>): void {
    this.#log.fatal(...line);
  }

  error(...line: Parameters<Child['error']>): void {
    this.#log.error(...line);
  }

  warn(...line: Parameters<Child['warn']>): void {
    this.#log.warn(...line);
  }

  info(...line: Parameters<Child['info']>): void {
    this.#log.info(...line);
  }

  debug(...line: Parameters<Child['debug']>): void {
    this.#log.debug(...line);
  }

  trace(...line: Parameters<Child['trace']>): void {
    this.#log.trace(...line);
  }

  child(...bindings: Parameters<Child['child']>): Child {
    return this.#log.child(...bindings);
  }
}

export const lazyRequestLog: Parameters<App['setChildLoggerFactory']>[0] = (logger, bindings, options) =>
  new LazyRequestLog(() => logger.child(bindings, options)) as unknown as FastifyBaseLogger;
