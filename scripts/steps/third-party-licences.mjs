import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/**
 * The licences of every package that runs and builds the product. Most are bundled, some only leave a part of themselves in the bundle: rather one too many
 * than one too few.
 */
export function thirdPartyLicences() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const texts = [...ofProduct(packages)]
    .filter((path) => existsSync(join(root, path)))
    .sort()
    .map((path) => licenceOf(path, packages[path]));
  return `Emporion contains or was built with these packages.\n\n${texts.join('\n')}`;
}

/** Everything that the workspaces lead to; what only the root names is for tests. */
function ofProduct(packages) {
  const found = new Set();
  const follow = (path) => {
    const { dependencies, devDependencies, optionalDependencies } = packages[path];
    const named = {
      ...dependencies,
      ...optionalDependencies,
      ...(path.includes('node_modules/') ? {} : devDependencies),
    };
    for (const name of Object.keys(named)) {
      const place = placeOf(name, path, packages);
      if (place === undefined || found.has(place) || packages[place].link) continue;
      found.add(place);
      follow(place);
    }
  };
  for (const path of Object.keys(packages)) if (/^(?:apps|packages)\/[^/]+$/.test(path)) follow(path);
  return found;
}

/** As Node looks for a package: in the folder itself, then in each above it. */
function placeOf(name, from, packages) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[place]) return place;
    if (folder === '') return undefined;
  }
}

function licenceOf(path, { version, license }) {
  const file = readdirSync(join(root, path)).find((name) => /^(licen[cs]e|copying)/i.test(name));
  const text = file === undefined ? '' : `\n${readFileSync(join(root, path, file), 'utf8').trim()}\n`;
  return `${path.split('node_modules/').at(-1)} ${version}: ${license ?? 'see below'}\n${text}`;
}
