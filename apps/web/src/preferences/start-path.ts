import type { Profile } from '@emporion/contracts/rest';
import { call } from '#api/api.ts';

const paths = { advanced: '/trade/BTC-USDT', basic: '/quick-swap' } as const;

/** The start page: the swap for users who chose it, the trading desk for all others. */
export function startPathFor(chosen: Profile['interface']): string {
  return paths[chosen ?? 'advanced'];
}

/** The same for whoever has just logged in. Without an answer they begin where everybody does. */
export async function startPath(): Promise<string> {
  try {
    const { accountEndpoints } = await import('#api/contract/account.ts');
    const profile = await call(accountEndpoints.profile);
    return profile.ok ? startPathFor(profile.value.interface) : paths.advanced;
  } catch {
    return paths.advanced;
  }
}
