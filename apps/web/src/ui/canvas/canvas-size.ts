import { type RefObject, useEffect, useState } from 'react';

export interface CanvasSize {
  readonly width: number;
  readonly height: number;
}

const nothing: CanvasSize = { width: 0, height: 0 };

/** The size of an element, in whole pixels of the page. */
export function useCanvasSize(ref: RefObject<HTMLElement | null>): CanvasSize {
  const [size, setSize] = useState(nothing);
  useEffect(() => {
    const element = ref.current;
    if (element === null || typeof ResizeObserver !== 'function') return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { width, height } = entry.contentRect;
      setSize({ width: Math.floor(width), height: Math.floor(height) });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}

/**
 * A context that draws in pixels of the page and is sharp on every screen, and whether it has lost what was drawn before;
 * null where there is nothing to draw on.
 */
export function fitCanvas(
  canvas: HTMLCanvasElement | null,
  { width, height }: CanvasSize,
): { readonly context: CanvasRenderingContext2D; readonly emptied: boolean } | null {
  if (canvas === null || width === 0 || height === 0) return null;
  const ratio = window.devicePixelRatio || 1;
  const [deviceWidth, deviceHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
  // Setting a size empties the canvas and is dear, even when it is the same size.
  const emptied = canvas.width !== deviceWidth || canvas.height !== deviceHeight;
  if (emptied) Object.assign(canvas, { width: deviceWidth, height: deviceHeight });
  const context = canvas.getContext('2d');
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context === null ? null : { context, emptied };
}

/** The same, and empty. */
export function prepareCanvas(
  canvas: HTMLCanvasElement | null,
  size: CanvasSize,
): CanvasRenderingContext2D | null {
  const fitted = fitCanvas(canvas, size);
  fitted?.context.clearRect(0, 0, size.width, size.height);
  return fitted?.context ?? null;
}

/** The same as `prepareCanvas`, on a canvas that is as large as it is painted: one that is stretched by half a pixel is blurred all over. */
export function prepareExactCanvas(
  canvas: HTMLCanvasElement | null,
  size: CanvasSize,
): CanvasRenderingContext2D | null {
  if (canvas !== null) {
    canvas.style.width = `${size.width}px`;
    canvas.style.height = `${size.height}px`;
  }
  return prepareCanvas(canvas, size);
}
