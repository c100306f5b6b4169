import { isLocal } from '#platform/database/connection-safety.ts';
import type { SettingValues } from './schema.ts';

/** Why the rules of production apply; undefined where they do not. */
export type ProductionCause = 'NODE_ENV=production' | `DEMO=false and ${string}`;

/** Real users on an address that others reach are production, whatever NODE_ENV says. */
export function productionCause({
  environment,
  demo,
  host,
  publicUrl,
}: Partial<SettingValues>): ProductionCause | undefined {
  if (environment === 'production') return 'NODE_ENV=production';
  if (demo !== false) return undefined;
  if (host !== undefined && !isLoopback(host)) return `DEMO=false and HOST=${host}`;
  if (publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname))
    return `DEMO=false and PUBLIC_URL=${publicUrl}`;
  return undefined;
}

export const isLoopback = (host: string): boolean => !host.startsWith('/') && isLocal(host);
