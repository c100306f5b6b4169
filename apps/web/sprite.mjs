// Builds public/public/sprite.svg and public/public/img/copy.svg from the icons that src/ui/icon/icon-names.ts names.
// The drawings come from lucide (ISC licence), which is installed in tools/icons for it; the notice stays in the output. The output is committed.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
const root = join(here, '..', '..');
const { installTool } = await import(join(root, 'scripts', 'steps', 'install.mjs'));
await installTool('icons');
const lucide = join(root, 'tools', 'icons', 'node_modules', 'lucide-static');
const { version } = JSON.parse(readFileSync(join(lucide, 'package.json'), 'utf8'));
const listing = readFileSync(join(here, 'src/ui/icon/icon-names.ts'), 'utf8');
const names = [...listing.matchAll(/^ {2}'([a-z0-9-]+)',$/gm)].map(([, name]) => name);

const licence =
  `<!-- Icons from lucide ${version}, https://lucide.dev. ISC License. Copyright (c) Lucide Icons and Contributors.\n` +
  'Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby\n' +
  'granted, provided that the above copyright notice and this permission notice appear in all copies. -->';
const pen =
  'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"';

function drawing(name) {
  const source = readFileSync(join(lucide, 'icons', `${name}.svg`), 'utf8');
  const inner = /<svg[^>]*>([\s\S]*)<\/svg>/.exec(source)?.[1];
  if (inner === undefined) throw new Error(`${name}.svg holds no drawing`);
  return inner.replace(/\s+/g, ' ').replace(/ \/>/g, '/>').replace(/> </g, '><').trim();
}

/** The fill of a drawing is its own and cannot be changed from outside, so one that is filled is another one. */
const filled = '-filled';

const symbols = names.map((name) => {
  const look = name.endsWith(filled) ? pen.replace('fill="none"', 'fill="currentColor"') : pen;
  return `<symbol id="${name}" viewBox="0 0 24 24" ${look}>${drawing(name.replace(filled, ''))}</symbol>`;
});
const xmlns = 'xmlns="http://www.w3.org/2000/svg"';
writeFileSync(
  join(here, 'public/public/sprite.svg'),
  `${licence}\n<svg ${xmlns}>\n${symbols.join('\n')}\n</svg>\n`,
);
writeFileSync(
  join(here, 'public/public/img/copy.svg'),
  `${licence}\n<svg ${xmlns} width="24" height="24" viewBox="0 0 24 24" ${pen}>${drawing('copy')}</svg>\n`,
);
