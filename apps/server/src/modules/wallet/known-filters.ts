import { unlistedCurrency } from '@emporion/contracts/rest';
import { readNetworks } from '#modules/markets/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';

/**
 * A list that is narrowed down to what does not exist is a mistake of whoever asks, and not an empty one. Coins that were hidden since exist.
 *
 * @throws Problem coin_invalid, network_invalid.
 */
export async function requireKnownFilters(
  platform: Platform,
  { currency, network }: { readonly currency?: string | undefined; readonly network?: string | undefined },
): Promise<void> {
  if (currency !== undefined && currency !== unlistedCurrency) {
    const isKnown = await platform.view.read(({ coins }) => coins.has(currency));
    if (!isKnown) throw refusal('currency', 'coin_invalid');
  }
  if (network !== undefined && !(await readNetworks(platform)).networks.has(network))
    throw refusal('network', 'network_invalid');
}

function refusal(field: string, code: 'coin_invalid' | 'network_invalid'): Problem {
  return new Problem(code, { fields: { [field]: { code } } });
}
