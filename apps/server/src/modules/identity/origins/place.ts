import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { Reader } from 'mmdb-lib';

interface CountryRecord {
  readonly country_code?: string;
}

/** Networks that are nowhere in the world. */
const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  privateNetworks.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  privateNetworks.addSubnet(network, prefix, 'ipv6');
}

let countries: Reader<never> | undefined;

/** The country code of an address. Null: a private network, or nobody knows. */
export function placeOf(address: string): string | null {
  if (isIP(address) === 0) return null;
  if (privateNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return null;
  countries ??= openCountries();
  const found = countries.get(address) as CountryRecord | null;
  const code = found?.country_code ?? '';
  return /^[A-Z]{2}$/.test(code) ? code : null;
}

/** Read once, when the first address is looked up: eight megabytes that a test or a tool may never need. */
function openCountries(): Reader<never> {
  const file = createRequire(import.meta.url).resolve(
    '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
  );
  return new Reader(readFileSync(file));
}
