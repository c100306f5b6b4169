import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { type StoredFile, storeFile, storePacked } from './stored-file.ts';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
const unknownType = 'application/octet-stream';
const lookAgainMs = 1_000;

export interface FolderOptions {
  /** Also what lies in folders below. */
  readonly deep: boolean;
  /** Packs the files, where the build of their own did not. */
  readonly pack?: boolean;
}

/**
 * The files of a folder that the build wrote, each read when it is first asked for. Only names that were found in the folder are ever opened, so no path leads out of it.
 * It is looked into again for names that it does not know, because a server may be started before its pages are built.
 */
export class StoredFolder {
  readonly #root: string;
  readonly #deep: boolean;
  readonly #pack: boolean;
  readonly #files = new Map<string, StoredFile>();
  #names: ReadonlySet<string> = new Set();
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(root: string, { deep, pack = false }: FolderOptions) {
    this.#root = root;
    this.#deep = deep;
    this.#pack = pack;
  }

  /** `path` has slashes and no leading one. */
  find(path: string): StoredFile | undefined {
    const known = this.#files.get(path);
    if (known) return known;
    if (!this.#has(path)) return undefined;
    const file = this.#read(path);
    this.#files.set(path, file);
    return file;
  }

  #has(path: string): boolean {
    if (!this.#names.has(path) && performance.now() - this.#lookedAt > lookAgainMs) {
      this.#names = this.#look();
      this.#lookedAt = performance.now();
    }
    // Packed siblings are sent in place of their originals and not by themselves; a leading dot says that a file is nobody's business.
    return this.#names.has(path) && !/(?:^|\/)\.|\.(?:br|gz)$/.test(path);
  }

  #look(): ReadonlySet<string> {
    try {
      const entries = readdirSync(this.#root, { withFileTypes: true, recursive: this.#deep });
      const names = entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(this.#root, join(entry.parentPath, entry.name)).split(sep).join('/'));
      return new Set(names);
    } catch {
      return new Set();
    }
  }

  #read(path: string): StoredFile {
    const body = (suffix: string) => readFileSync(join(this.#root, path + suffix));
    const type = types[extname(path)] ?? unknownType;
    if (this.#pack) return storePacked(type, body(''));
    const packed = {
      ...(this.#names.has(`${path}.br`) ? { br: body('.br') } : {}),
      ...(this.#names.has(`${path}.gz`) ? { gzip: body('.gz') } : {}),
    };
    return storeFile(type, body(''), packed);
  }
}
