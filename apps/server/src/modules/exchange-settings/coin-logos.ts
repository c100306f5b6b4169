import { createHash } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';
import { sharp } from '#platform/pictures/sharp.ts';
import type { Platform } from '#platform/platform.ts';
import { fileOf, isPlainSvg, keepPicture, type Picture } from './logo.ts';
import { writeSettings } from './settings-rows.ts';

/** Twice the largest size that a coin is shown in. */
const edge = 128;
const bytesMax = 196_608;
/** A small file can hold a picture that takes gigabytes to draw. */
const pixelsMax = 16_777_216;
const secondsMax = 5;
const plainDensity = 72;

const invalid = () =>
  new Problem('coin_logo_invalid', { fields: { picture: { code: 'coin_logo_invalid' } } });

/** What it is by how it begins, whatever it was called. A drawing only if it does nothing but draw. */
function typeOf(content: Buffer): 'png' | 'webp' | 'svg' | undefined {
  if (content.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP')
    return 'webp';
  return isPlainSvg(content.toString('utf8')) ? 'svg' : undefined;
}

/**
 * The mark of a coin as a square PNG of ours, whatever was sent: what else a file carries, such as places, colour profiles or further frames, stays behind.
 *
 * @throws Problem coin_logo_invalid.
 */
export async function drawCoinLogo(base64: string): Promise<Picture> {
  const sent = Buffer.from(base64, 'base64');
  const type = sent.length > 0 && sent.length <= bytesMax ? typeOf(sent) : undefined;
  if (type === undefined) throw invalid();
  try {
    const limits = { limitInputPixels: pixelsMax, failOn: 'error' } as const;
    const { width, height } = await sharp(sent, limits).metadata();
    // A drawing is drawn for the size, and not blown up from its own.
    const density = Math.min(Math.max((plainDensity * edge) / Math.max(width, height), 1), 100_000);
    const content = await sharp(sent, { ...limits, ...(type === 'svg' && { density }) })
      .timeout({ seconds: secondsMax })
      .resize(edge, edge, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    return { type: 'png', content, hash: createHash('sha256').update(content).digest('hex').slice(0, 32) };
  } catch {
    throw invalid();
  }
}

interface CoinLogo {
  readonly coin: string;
  /** Null: the one that the product brings, or none. */
  readonly picture: Picture | null;
  readonly by: string;
}

/** Gives a coin another logo, for pages by the settings and for the API by its row, and answers both files. Whoever calls it reloads the settings after the transaction. */
export async function writeCoinLogo(
  transaction: QueryExecutorProvider,
  platform: Pick<Platform, 'clock' | 'database'>,
  { coin, picture, by }: CoinLogo,
): Promise<{ before: string | null; after: string | null }> {
  const file = picture && fileOf(picture);
  if (picture) await keepPicture(transaction, picture);
  let former: string | null = null;
  await writeSettings(transaction, platform, {
    by,
    change: (before) => {
      const { [coin]: own, ...others } = before.coinLogos;
      former = own ?? null;
      return { ...before, coinLogos: file === null ? others : { ...others, [coin]: file } };
    },
  });
  const address = file === null ? `/public/coins/${coin.toLowerCase()}.svg` : `/public/brand/${file}`;
  await sql`update coins set logo = ${address} where code = ${coin}`.execute(transaction);
  return { before: former, after: file };
}
