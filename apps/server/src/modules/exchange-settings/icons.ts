import { Problem } from '#platform/http/problem.ts';
import { sharp } from '#platform/pictures/sharp.ts';
import type { IconEdge } from '#platform/settings/brand-icon.ts';
import type { Picture } from './logo.ts';

/** The points of an inch that drawings are measured by. */
const plainDensity = 72;
const pixelsMax = 16_777_216;
const secondsMax = 5;
/** Phones cut a circle of 80 % of the width out of an icon, and the corners of what is drawn must lie within it. */
const shareWithinCut = 0.56;

/**
 * A logo of any shape as a square PNG: in a tab as large as it can be and on whatever is behind it, elsewhere on white and small enough that no cut takes from it.
 * A drawing is drawn for the size, and not blown up from its own.
 */
export async function drawIcon({ type, content }: Pick<Picture, 'type' | 'content'>, edge: IconEdge) {
  const isTab = edge === 64;
  const inner = isTab ? edge : Math.round(edge * shareWithinCut);
  const limits = { limitInputPixels: pixelsMax, failOn: 'error' } as const;
  const { width, height } = await sharp(content, limits).metadata();
  const density = (plainDensity * inner) / Math.max(width, height);
  const drawn = await sharp(content, {
    ...limits,
    ...(type === 'svg' && { density: Math.min(Math.max(density, 1), 100_000) }),
  })
    .timeout({ seconds: secondsMax })
    .resize(inner, inner, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer();
  if (isTab) return drawn;
  const background = '#ffffff';
  return sharp({ create: { width: edge, height: edge, channels: 3, background } })
    .composite([{ input: drawn, gravity: 'centre' }])
    .png()
    .toBuffer();
}

/** @throws Problem logo_invalid for a picture that is well written and still cannot be drawn. */
export async function requireDrawable(picture: Picture): Promise<void> {
  try {
    await drawIcon(picture, 64);
  } catch {
    throw new Problem('logo_invalid', { fields: { picture: { code: 'logo_invalid' } } });
  }
}
