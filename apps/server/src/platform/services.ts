import type { ServerModule } from './module.ts';
import type { Platform } from './platform.ts';

/** Something that a module offers to others: made when it is first asked for, and one for all who ask on the same exchange. */
export interface Service<Value, Needs = Platform> {
  (platform: Needs): Value;
  readonly serviceName: string;
}

/** One of each for an exchange, so that two servers in one process do not answer for each other. */
const made = new WeakMap<Platform['runtime'], Map<unknown, unknown>>();

/** A service is made when somebody first asks for it and not before, so modules can be registered in any order. */
export function defineService<Value, Needs extends Pick<Platform, 'runtime'> = Platform>(
  name: string,
  open: (platform: Needs) => Value,
): Service<Value, Needs> {
  const ask = (platform: Needs): Value => {
    const own = made.get(platform.runtime) ?? new Map<unknown, unknown>();
    made.set(platform.runtime, own);
    if (!own.has(ask)) own.set(ask, open(platform));
    return own.get(ask) as Value;
  };
  return Object.assign(ask, { serviceName: name });
}

/** @throws Error when a module needs what none of them offers. */
export function requireServices(modules: readonly ServerModule[]): void {
  const offered = new Set(modules.flatMap(({ offers = [] }) => offers));
  for (const { name, needs = [] } of modules)
    for (const service of needs)
      if (!offered.has(service))
        throw new Error(`The module ${name} needs ${service.serviceName}, which no module offers.`);
}
