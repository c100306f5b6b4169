import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './root.mjs';

const ignored = new Set(['node_modules', 'dist', 'dist-dev', '.cache']);

/**
 * A fingerprint of all files below the given paths (contents, not times, for a clone's times say nothing) and of the
 * settings that a build takes in. `read` keeps what was read of a path for the next fingerprint that takes it in.
 */
export function fingerprint(paths, read = new Map()) {
  const hash = createHash('sha256');
  for (const [name, value] of Object.entries(process.env).sort()) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${value}\n`);
  }
  for (const path of paths) {
    if (!read.has(path)) read.set(path, digestOf(path));
    hash.update(read.get(path));
  }
  return hash.digest('hex');
}

function digestOf(path) {
  const hash = createHash('sha256');
  addTo(hash, join(root, path));
  return hash.digest();
}

function addTo(hash, path) {
  const entries = readFolder(path);
  if (entries === undefined) {
    hash.update(relative(root, path)).update(readFileSync(path));
    return;
  }
  for (const entry of entries) if (!ignored.has(entry)) addTo(hash, join(path, entry));
}

function readFolder(path) {
  try {
    return readdirSync(path).sort();
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}

const markOf = (folder) => join(root, folder, '.fingerprint');

export function isFresh(folder, mark) {
  return existsSync(markOf(folder)) && readFileSync(markOf(folder), 'utf8') === mark;
}

export function markFresh(folder, mark) {
  writeFileSync(markOf(folder), mark);
}
