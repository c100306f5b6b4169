/** Rounds to the nearest edge between two device pixels; given and answered in CSS pixels. */
export function snapToPixel(place: number, ratio: number): number {
  return Math.round(place * ratio) / ratio;
}

/** The thinnest line that is as dark everywhere. */
export function hairline(ratio: number): number {
  return Math.max(1, Math.floor(ratio)) / ratio;
}

/** The width of a candle, in pixels of the page. Its wick stands in its middle, so both are odd or both are even. */
export function candleWidth(barWidth: number, ratio: number): number {
  const wick = Math.max(1, Math.floor(ratio));
  const body = Math.floor(barWidth * ratio * 0.74);
  return Math.max(wick, (body - wick) % 2 === 0 ? body : body - 1) / ratio;
}
