import { Problem } from '#platform/http/problem.ts';
import { sharp } from '#platform/pictures/sharp.ts';
import type { AttachmentKind, ContentKind } from './content.ts';

/**
 * A photo of a good phone has 50 million, and a JPEG is read at the size that is needed. The others are read whole: the largest screens have 15 million, and 25
 * million of noise as a PNG keep a core for three seconds. A file of a few kilobytes can claim billions.
 */
const pixelsMax = { jpeg: 60_000_000, png: 25_000_000, webp: 25_000_000, gif: 25_000_000 };
/** Nobody needs more to read a screenshot. */
const edgeMax = 4_096;
const pngBytesMax = 10 * 1_048_576;
/** A PNG as large as that is a photo and no screenshot: packed again it takes a core for seconds and comes out as large. */
const photoBytes = 5 * 1_048_576;
/** Of the clock: at the priority of pictures, one that needs three seconds of a core can take ten times that. */
const secondsMax = 40;
/** The least: how long a picture keeps the core counts for more than how small it gets. */
const webpEffort = 0;

export interface Picture {
  readonly kind: AttachmentKind;
  readonly bytes: Buffer;
}

/**
 * Draws a picture anew from its pixels, so that nothing else of the file is kept: no place where it was taken, no script, no archive behind its end.
 *
 * @throws Problem attachment_unreadable for one that is damaged, attachment_pixels_too_many for one with more than anybody's camera or screen.
 */
export async function redraw(bytes: Buffer, kind: Exclude<ContentKind, 'pdf' | 'txt'>): Promise<Picture> {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata();
    if (width * height > pixelsMax[kind])
      throw new Problem('attachment_pixels_too_many', {
        params: { megapixels: pixelsMax[kind] / 1_000_000 },
      });
    const picture = sharp(bytes, { limitInputPixels: pixelsMax[kind], failOn: 'error', pages: 1 })
      .timeout({ seconds: secondsMax })
      .autoOrient()
      .resize({ width: edgeMax, height: edgeMax, fit: 'inside', withoutEnlargement: true });
    if (kind === 'jpeg') return { kind, bytes: await picture.jpeg({ quality: 88 }).toBuffer() };
    if (kind === 'webp')
      return { kind, bytes: await picture.webp({ quality: 88, effort: webpEffort }).toBuffer() };
    if (bytes.length <= photoBytes) {
      const png = await picture.clone().png().toBuffer();
      if (png.length <= pngBytesMax) return { kind: 'png', bytes: png };
    }
    return { kind: 'webp', bytes: await picture.webp({ quality: 88, effort: webpEffort }).toBuffer() };
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('attachment_unreadable');
  }
}
