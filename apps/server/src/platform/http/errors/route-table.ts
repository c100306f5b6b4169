import type { App } from '#platform/http/app.ts';

/** The methods of every route by its pattern. The router itself only answers for one method at a time. */
export type RouteTable = Map<string, { readonly matches: RegExp; readonly methods: Set<string> }>;

/** Must be called before the first route is added, because it listens for them. */
export function recordRoutes(app: App): RouteTable {
  const routes: RouteTable = new Map();
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { matches: patternOf(url), methods: new Set<string>() };
    for (const name of Array.isArray(method) ? method : [method]) route.methods.add(name);
    routes.set(url, route);
  });
  return routes;
}

export function methodsFor(routes: RouteTable, url: string): string[] {
  const path = withoutLastSlash(url.split('?', 1)[0] ?? '');
  const found = [...routes.values()].filter(({ matches }) => matches.test(path));
  return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort();
}

function patternOf(url: string): RegExp {
  const source = withoutLastSlash(url)
    .split('/')
    .map((segment) => {
      if (segment === '*') return '.*';
      return segment.startsWith(':') ? '[^/]+' : segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    })
    .join('/');
  return new RegExp(`^${source}$`);
}

function withoutLastSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
