import { readPayment, type ScannedPayment } from './payment-uri.ts';

/** Larger pictures are read no better and much slower. */
const sideMax = 800;

/** Loaded with the first look: nearly nobody needs it. */
async function loadDecoder() {
  return (await import('jsqr')).default;
}

type Source = CanvasImageSource;

/** What the QR code in a picture says. Undefined when there is none, or none with an address. */
export async function readQr(
  source: Source,
  size: { readonly width: number; readonly height: number },
): Promise<ScannedPayment | undefined> {
  const scale = Math.min(1, sideMax / Math.max(size.width, size.height, 1));
  const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)];
  if (width === 0 || height === 0) return undefined;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return undefined;
  context.drawImage(source, 0, 0, width, height);
  const decode = await loadDecoder();
  const found = decode(context.getImageData(0, 0, width, height).data, width, height);
  return found === null ? undefined : readPayment(found.data);
}
