/** npm puts the configured registry in the place of this one. */
const registry = 'https://registry.npmjs.org';

/** The text of a lock file, with the address that each of its packages has by custom. */
export function withAddresses(text) {
  const lock = JSON.parse(text);
  for (const [path, entry] of Object.entries(lock.packages)) {
    const name = entry.name ?? path.split('node_modules/').at(-1);
    const isOurs = !path.includes('node_modules/') || entry.link;
    if (isOurs || entry.resolved) continue;
    entry.resolved = `${registry}/${name}/-/${name.split('/').at(-1)}-${entry.version}.tgz`;
  }
  return JSON.stringify(lock);
}
