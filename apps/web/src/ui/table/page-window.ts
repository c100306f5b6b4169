export const pageWindowSize = 5;

/**
 * The page numbers that the pagination offers: a window of five around the current page that never leaves the range.
 * The first and last pages are not added at the margins.
 */
export function pageWindow({ page, pageCount }: { page: number; pageCount: number }): number[] {
  const size = Math.min(pageWindowSize, Math.max(0, pageCount));
  const centred = page - Math.floor(size / 2);
  const first = Math.max(1, Math.min(centred, pageCount - size + 1));
  return Array.from({ length: size }, (_, offset) => first + offset);
}

export function pageCountOf({ rows, pageSize }: { rows: number; pageSize: number }): number {
  return Math.max(1, Math.ceil(rows / pageSize));
}

/** A page that exists: rows may have gone since somebody turned to it. */
export function clampPage(page: number, pageCount: number): number {
  return Math.max(1, Math.min(page, pageCount));
}
