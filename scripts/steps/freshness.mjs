import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './root.mjs';

const ignored = new Set(['node_modules', 'dist', 'dist-dev', '.cache']);

/** What this process has read of a path, for the next fingerprint that takes it in. */
const read = new Map();

/**
 * A fingerprint of all files below the given paths (contents, not times, for a clone's times say nothing) and of the
 * settings that a build takes in.
 */
export function fingerprint(paths) {
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

/** A file that was changed so shortly before it is read may change once more within the same tick of the system's clock. */
const settledMs = 2_000;

/**
 * To read the contents of three thousand files costs a third of a second at every start. So their digest is kept with what the system says of each of them,
 * the time of its last change among it, which nobody can set; they are read again when any of that differs.
 */
export function digestOf(path) {
  const files = filesBelow(join(root, path));
  const looks = createHash('sha256');
  let changedLast = 0;
  for (const file of files) {
    const { ino, size, mtimeMs, ctimeMs } = statSync(file);
    looks.update(`${file} ${ino} ${size} ${mtimeMs} ${ctimeMs}\n`);
    changedLast = Math.max(changedLast, mtimeMs, ctimeMs);
  }
  const look = looks.digest('hex');
  const kept = keptOf(path);
  if (kept?.look === look) return kept.digest;
  const readAt = Date.now();
  const hash = createHash('sha256');
  for (const file of files) hash.update(relative(root, file)).update(readFileSync(file));
  const digest = hash.digest('hex');
  if (readAt - changedLast > settledMs) keep(path, { look, digest });
  return digest;
}

function filesBelow(path) {
  const entries = readFolder(path);
  if (entries === undefined) return [path];
  return entries.flatMap((entry) => {
    if (ignored.has(entry.name)) return [];
    const below = join(path, entry.name);
    return entry.isFile() ? [below] : filesBelow(below);
  });
}

function readFolder(path) {
  try {
    return readdirSync(path, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}

const keptIn = (path) => join(root, '.cache', 'digests', `${path.replaceAll(/[^\w.]+/g, '-')}.json`);

function keptOf(path) {
  try {
    return JSON.parse(readFileSync(keptIn(path), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Whole or not at all: another process may read it at this moment. */
function keep(path, kept) {
  const file = keptIn(path);
  mkdirSync(dirname(file), { recursive: true });
  const own = `${file}.${process.pid}`;
  writeFileSync(own, JSON.stringify(kept));
  renameSync(own, file);
}

const markOf = (folder) => join(root, folder, '.fingerprint');

export function isFresh(folder, mark) {
  return existsSync(markOf(folder)) && readFileSync(markOf(folder), 'utf8') === mark;
}

export function markFresh(folder, mark) {
  writeFileSync(markOf(folder), mark);
}
