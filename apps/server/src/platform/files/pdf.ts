import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { dictionaryBefore } from './pdf-dictionary.ts';

const inflated = promisify(inflate);

/** What all object streams of a file may come to: more than those of any document of ten megabytes. */
const inflatedBytesMax = 32 * 1_048_576;
const streamsMax = 20_000;

/** A letter of a name as it is, or as `#` and two digits, as names may be written. Decoded first, ten megabytes of such letters would keep a core for seconds. */
const spelled = (name: string): string =>
  [...name]
    .map((letter) => {
      const code = letter.charCodeAt(0).toString(16);
      return `(?:${letter}|#${code.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
    })
    .join('');

/** What opens by itself, runs, sends, leads out of the file or carries other files; and what hides all of it. */
const refusedNames = [
  ...['JavaScript', 'JS', 'Launch', 'SubmitForm', 'ImportData', 'GoToR', 'GoToE', 'Rendition', 'Movie'],
  ...['RichMedia', 'RichMediaExecute', 'OnInstantiate', 'XFA', 'EmbeddedFile', 'EmbeddedFiles', 'Encrypt'],
];
// A name ends where the format ends one: compressed pixels would have the three bytes of the shortest one every few files.
const refused = new RegExp(`/(?:${refusedNames.map(spelled).join('|')})(?=[\\s\\0()<>[\\]{}/%])`);
/** Longer than any of them, however it is spelled, with what ends it. */
const nameMax = 64;

/** The thread that looks also trades: after so much of a text, or so many streams, others have their turn. */
const turnLength = 262_144;
const turnStreams = 50;
const nextTurn = (): Promise<void> => new Promise((turn) => setImmediate(turn));

async function hasRefusedName(text: string): Promise<boolean> {
  const ended = `${text}\n`;
  for (let at = 0; at < ended.length; at += turnLength) {
    if (refused.test(ended.slice(at, at + turnLength + nameMax))) return true;
    await nextTurn();
  }
  return false;
}

/** Where the bytes of a stream may begin: behind a dictionary, or on a line of its own behind something that is none. */
const streamKeyword = /(>>[\s\0]*|[\r\n][ \t\f\0]*)stream(?![A-Za-z])/g;

/** What the dictionary of an object stream may say. Filters of other kinds, and predictors, would have to be undone before anything can be read. */
const objectStreamNames = new Set([
  ...['Type', 'ObjStm', 'N', 'First', 'Length', 'Filter', 'FlateDecode', 'Fl', 'Extends'],
]);

/**
 * Whether a PDF does nothing but show its pages, as far as its names say. Objects stand in the clear or in an object stream, which is inflated and looked through;
 * one that cannot be is refused, and so is whatever is behind the end of the file.
 */
export async function isQuietPdf(bytes: Buffer): Promise<boolean> {
  const text = bytes.toString('latin1');
  const end = text.lastIndexOf('%%EOF');
  if (end < 0 || text.slice(end + 5).trim() !== '' || (await hasRefusedName(text))) return false;
  let [left, streams] = [inflatedBytesMax, 0];
  for (const { index, 0: keyword, 1: before = '' } of text.matchAll(streamKeyword)) {
    streams += 1;
    if (streams % turnStreams === 0) await nextTurn();
    // A comment can stand between a dictionary and its stream; nobody writes one.
    if (streams > streamsMax || !before.startsWith('>>')) return false;
    const tokens = dictionaryBefore(text, index + 2);
    if (tokens === undefined) return false;
    if (!tokens.includes('/First') && !tokens.includes('/ObjStm')) continue;
    const objects = await objectStream(bytes, { tokens, at: index + keyword.length, bytesMax: left });
    if (objects === undefined || (await hasRefusedName(objects))) return false;
    left -= objects.length;
  }
  return true;
}

/** The objects of an object stream as text; undefined where they cannot be read. */
async function objectStream(
  bytes: Buffer,
  { tokens, at, bytesMax }: { tokens: readonly string[]; at: number; bytesMax: number },
): Promise<string | undefined> {
  const names = tokens.filter((token) => token.startsWith('/')).map((token) => token.slice(1));
  if (!names.every((name) => objectStreamNames.has(name))) return undefined;
  // Without a filter they stand in the clear, and were looked through with the rest.
  const filter = tokens.indexOf('/Filter');
  if (filter < 0) return '';
  const flates = names.filter((name) => name === 'FlateDecode' || name === 'Fl').length;
  if (flates !== 1 || !/^[/[]/.test(tokens[filter + 1] ?? '')) return undefined;
  const lineEnd = /^(?:\r\n|\n|\r)/.exec(bytes.toString('latin1', at, at + 2))?.[0];
  if (lineEnd === undefined || bytesMax < 1) return undefined;
  try {
    const packed = bytes.subarray(at + lineEnd.length);
    return (await inflated(packed, { maxOutputLength: bytesMax })).toString('latin1');
  } catch {
    return undefined;
  }
}
