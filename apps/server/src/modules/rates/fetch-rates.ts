import { fiatCurrencies } from '@emporion/contracts/rest';
import { parseDecimal } from '@emporion/kernel';
import type { Platform } from '#platform/platform.ts';
import { addFiatRate, fiatRateDecimals, fiatRatesAt } from './fiat-rates.ts';

const bytesMax = 65_536;
const timeoutMs = 10_000;
/** Further from the last rate than this, in percent, nobody believes an address: an operator enters it, or it goes on from there after 48 hours. */
const jumpPercentMax = 20n;
const pattern = /^(?:0|[1-9][0-9]{0,11})(?:\.[0-9]{1,12})?$/;

/**
 * Asks the address of the operator for rates: JSON such as `{ "USD": "0.9998", "EUR": "0.92" }`, each what one USDT is worth. What is no positive decimal, or too
 * far from what counts, is left out and logged.
 *
 * @throws when the address does not answer as it should; the next turn asks again.
 */
export async function fetchRates(platform: Platform, url: string, signal: AbortSignal): Promise<void> {
  const { database, clock, log } = platform;
  const told = await readRates(url, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
  const at = clock.now();
  for (const currency of fiatCurrencies) {
    const rate = told.get(currency);
    if (rate === undefined) continue;
    const units = parseDecimal(rate, fiatRateDecimals);
    const [before] = await fiatRatesAt({ database, config: { ...platform.config, demo: false } }, currency, [
      at.getTime(),
    ]);
    if (!units.ok || units.value <= 0n || (before && isFar(before.rate, units.value)))
      log.warn({ currency, rate }, 'a rate of RATES_URL is not believed');
    else await addFiatRate(database.kysely, { currency, rate, at });
  }
}

function isFar(before: bigint, now: bigint): boolean {
  const difference = now > before ? now - before : before - now;
  return difference * 100n > before * jumpPercentMax;
}

async function readRates(url: string, signal: AbortSignal): Promise<Map<string, string>> {
  const answer = await fetch(url, { signal, redirect: 'error', headers: { accept: 'application/json' } });
  if (!answer.ok || !answer.body) throw new Error(`RATES_URL answered with ${answer.status}.`);
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of answer.body) {
    text += decoder.decode(part, { stream: true });
    if (text.length > bytesMax) throw new Error('RATES_URL answered with too much.');
  }
  const told: unknown = JSON.parse(text);
  if (typeof told !== 'object' || told === null) throw new Error('RATES_URL answered with no object.');
  return new Map(
    Object.entries(told).flatMap(([currency, rate]) => {
      const written = typeof rate === 'number' ? String(rate) : rate;
      return typeof written === 'string' && pattern.test(written) ? [[currency, written]] : [];
    }),
  );
}
