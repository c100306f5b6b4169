import type { BookRow } from './book-layout.ts';
import {
  type BookPicture,
  looksOfRow,
  looksOfSpread,
  paintRow,
  paintSpread,
  setBookFont,
} from './paint-book.ts';

/**
 * Paints a book and remembers how each row looked. Text is what costs, so of the next book only the rows that look
 * otherwise are painted.
 */
export function createBookPainter() {
  let rows = new Map<number, { readonly looks: string; readonly height: number }>();
  let spread = '';
  let whole = true;

  function paintRows(context: CanvasRenderingContext2D, picture: BookPicture): void {
    const before = rows;
    rows = new Map();
    const changed: BookRow[] = [];
    for (const row of picture.layout.rows) {
      const looks = looksOfRow(row, picture);
      rows.set(row.top, { looks, height: row.height });
      if (before.get(row.top)?.looks === looks) before.delete(row.top);
      else changed.push(row);
    }
    // What is left of before has changed or is gone.
    for (const [top, { height }] of before) context.clearRect(0, top, picture.width, height);
    for (const row of changed) paintRow(context, row, picture);
  }

  return {
    /** Something other than the book changed: sizes, colours, texts, or the canvas was emptied. */
    forget(): void {
      whole = true;
    },
    paint(context: CanvasRenderingContext2D, picture: BookPicture, height: number): void {
      if (whole) {
        context.clearRect(0, 0, picture.width, height);
        rows.clear();
      }
      setBookFont(context);
      paintRows(context, picture);
      const looks = looksOfSpread(picture);
      if (whole || looks !== spread) paintSpread(context, picture);
      spread = looks;
      whole = false;
    },
  };
}
