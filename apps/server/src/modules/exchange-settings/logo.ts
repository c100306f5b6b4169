import { createHash } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';

export interface Picture {
  readonly type: 'png' | 'svg';
  readonly content: Buffer;
  readonly hash: string;
}

const bytesMax = 49_152;
const pixelsMax = 2_048;
const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** @throws Problem logo_invalid for what is neither a PNG nor an SVG that only draws. */
export function readPicture(base64: string): Picture {
  const content = Buffer.from(base64, 'base64');
  if (content.length === 0 || content.length > bytesMax) throw invalid();
  const type = content.subarray(0, 8).equals(pngStart) ? 'png' : 'svg';
  if (!(type === 'png' ? isSmallPng(content) : isPlainSvg(content.toString('utf8')))) throw invalid();
  return { type, content, hash: createHash('sha256').update(content).digest('hex').slice(0, 32) };
}

const invalid = () => new Problem('logo_invalid', { fields: { picture: { code: 'logo_invalid' } } });

/** The first chunk says how large it is. A small file can hold a picture that takes gigabytes to draw. */
function isSmallPng(content: Buffer): boolean {
  if (content.length < 33 || content.toString('latin1', 12, 16) !== 'IHDR') return false;
  const [width, height] = [content.readUInt32BE(16), content.readUInt32BE(20)];
  return width > 0 && height > 0 && width <= pixelsMax && height <= pixelsMax;
}

const elements = new Set(
  'svg g path circle ellipse rect line polyline polygon defs lineargradient radialgradient stop clippath mask title desc'.split(
    ' ',
  ),
);
const attributes = new Set(
  'xmlns version id viewbox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points fill fill-opacity fill-rule clip-rule clip-path mask stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-opacity opacity transform gradientunits gradienttransform spreadmethod offset stop-color stop-opacity preserveaspectratio role aria-label'.split(
    ' ',
  ),
);
const token = /<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z0-9:_-]+\s*=\s*(?:"[^"<&]*"|'[^'<&]*'))*)\s*(\/?)>|<|[^<]+/g;
const attribute = /([a-zA-Z0-9:_-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** Paint may refer to what the picture itself defines, and to nothing else. */
const reference = /^url\(#[A-Za-z0-9_-]+\)$/;
/** All that values may call: what moves a shape and what names a colour. A backslash could spell others. */
const call = /(?<![a-z])(?:matrix|translate|scale|rotate|skew[xy]|rgba?|hsla?)\([^()]*\)/gi;
/** What is declared must be how we read it: in other encodings the same bytes are other letters, and some begin with a control character. */
const head =
  /^\uFEFF?\s*(?:<\?xml\s+version="1\.[01]"(?:\s+encoding="utf-8")?(?:\s+standalone="(?:yes|no)")?\s*\?>\s*)?(?:<!--[^>]*-->\s*)?/i;
const control = /[^\P{Cc}\t\n\r]/u;

/**
 * Only elements that draw, only attributes that say how, no entity, no style, no script, and no reference to anything outside. Whatever else stands in it
 * is refused instead of taken out: what a person sees in the file is what is shown.
 */
export function isPlainSvg(text: string): boolean {
  const body = text.replace(head, '');
  if (!/^<svg[\s>]/.test(body) || control.test(text)) return false;
  const open: string[] = [];
  let isOver = false;
  for (const [all, closes, name, written = '', selfCloses] of body.matchAll(token)) {
    if (name === undefined) {
      const isText = all !== '<' && !all.includes('&') && !all.includes('>');
      if (!isText || (open.length === 0 && all.trim() !== '')) return false;
      continue;
    }
    if (isOver || !elements.has(name.toLowerCase())) return false;
    if (closes === '/') {
      if (open.pop() !== name || written !== '') return false;
    } else {
      if (!areHarmless(written)) return false;
      if (selfCloses !== '/') open.push(name);
    }
    isOver = open.length === 0;
  }
  return isOver;
}

function areHarmless(written: string): boolean {
  for (const [, name = '', double, single] of written.matchAll(attribute)) {
    const value = double ?? single ?? '';
    if (!attributes.has(name.toLowerCase())) return false;
    if (name.toLowerCase() === 'xmlns' && value !== 'http://www.w3.org/2000/svg') return false;
    if (/[\\(]|javascript|data:/i.test(value.replaceAll(call, '')) && !reference.test(value.trim()))
      return false;
  }
  return true;
}

export const fileOf = ({ hash, type }: Pick<Picture, 'hash' | 'type'>): string => `logo-${hash}.${type}`;

export async function keepPicture(db: QueryExecutorProvider, picture: Picture): Promise<void> {
  await sql`
    insert into exchange_pictures (hash, type, content) values (${picture.hash}, ${picture.type}, ${picture.content})
    on conflict do nothing
  `.execute(db);
}

export async function findPicture(
  db: QueryExecutorProvider,
  { hash, type }: Pick<Picture, 'hash' | 'type'>,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ content: Buffer }>`
    select content from exchange_pictures where hash = ${hash} and type = ${type}
  `.execute(db);
  return rows[0]?.content;
}
