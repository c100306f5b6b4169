/** What the frame may tell the page. It is a stranger: what is not exactly one of these is not heard. */
export type FrameMessage =
  | { readonly kind: 'kyc_ready' }
  | { readonly kind: 'kyc_height'; readonly height: number }
  | { readonly kind: 'kyc_submit' };

const heightMax = 4_000;

/** Undefined for what comes from elsewhere or is no message. A frame in a sandbox has no origin, which browsers write as `null`. */
export function readFrameMessage(
  { source, origin, data }: Pick<MessageEvent<unknown>, 'source' | 'origin' | 'data'>,
  frame: Window | null | undefined,
): FrameMessage | undefined {
  if (!frame || source !== frame || origin !== 'null') return undefined;
  if (typeof data !== 'object' || data === null) return undefined;
  const { kind, height, ...more } = data as Record<string, unknown>;
  if (Object.keys(more).length > 0) return undefined;
  if (kind === 'kyc_ready' || kind === 'kyc_submit') return height === undefined ? { kind } : undefined;
  if (kind !== 'kyc_height' || typeof height !== 'number' || !Number.isInteger(height)) return undefined;
  return { kind, height: Math.min(Math.max(height, 0), heightMax) };
}
