/** The registry in what `npm config get registry` says, without its last slash; before it npm may warn. */
export function registryIn(said) {
  return /^(https?:\/\/\S+?)\/*$/m.exec(said)?.[1];
}

/** The text of a lock file, with the address that each of its packages has by custom at a registry. */
export function withAddresses(text, registry) {
  const lock = JSON.parse(text);
  for (const [path, entry] of Object.entries(lock.packages)) {
    const name = entry.name ?? path.split('node_modules/').at(-1);
    const isOurs = !path.includes('node_modules/') || entry.link;
    if (isOurs || entry.resolved) continue;
    entry.resolved = `${registry}/${name}/-/${name.split('/').at(-1)}-${entry.version}.tgz`;
  }
  return JSON.stringify(lock);
}
