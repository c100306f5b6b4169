// @vitest-environment node
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { emptyBook, takeBookMessage } from '#market/book-state.ts';
import { toUnits } from '#market/units.ts';
import { layoutBook, rowAt } from './book-layout.ts';
import { createBookPainter } from './book-painter.ts';
import type { BookPicture } from './paint-book.ts';

const size = { width: 300, height: 255 };

/** A canvas that knows what stands on it, and how many texts were drawn. */
function createSheet() {
  let marks: { y: number; what: string }[] = [];
  let texts = 0;
  const style = { font: '', fillStyle: '', textAlign: '' };
  const put = (y: number, what: string) => marks.push({ y, what });
  const context = Object.assign(style, {
    clearRect(_x: number, top: number, _width: number, height: number) {
      marks = marks.filter(({ y }) => y < top || y >= top + height);
    },
    fillRect(...[x, y, width, height]: [number, number, number, number]) {
      // The line of the spread is filled over what was there.
      if (height === 32) marks = marks.filter((mark) => mark.y < y || mark.y >= y + height);
      put(y, `${x} ${width} ${height} ${style.fillStyle}`);
    },
    fillText(text: string, x: number, y: number) {
      texts += 1;
      put(y, `${text} ${x} ${style.font} ${style.fillStyle} ${style.textAlign}`);
    },
    measureText: (text: string) => ({ width: text.length * 7 }),
    beginPath() {},
    moveTo(x: number, y: number) {
      put(y, `mark ${x} ${style.fillStyle}`);
    },
    lineTo() {},
    fill() {},
  });
  return {
    context: context as unknown as CanvasRenderingContext2D,
    seen: () =>
      marks
        .map(({ y, what }) => `${y} ${what}`)
        .sort()
        .join('\n'),
    texts: () => texts,
  };
}

const palette = { surface: '#a', raised: '#b', border: '#c', text: '#d', muted: '#e' };
const sides = { accent: '#f', buy: '#1', sell: '#2', warn: '#3' };
const colours = { ...palette, ...sides, swift: '#4', slow: '#5', slowest: '#6' };

function pictureOf(book: typeof emptyBook, { marked = 0, own = '' } = {}): BookPicture {
  const layout = layoutBook(book, { view: 'both', height: size.height });
  const ownLevels = new Set(own === '' ? [] : [toUnits(own)]);
  return {
    layout,
    palette: colours,
    width: size.width,
    priceDecimals: 2,
    quantityDecimals: 4,
    own: { ask: new Set(), bid: ownLevels },
    marked: rowAt(layout, marked),
    lastPrice: { text: book.bids[0]?.price ?? '', direction: 'up' },
    spreadText: `${book.asks.length}`,
  };
}

const level = (around: number) =>
  fc.tuple(
    fc.integer({ min: 0, max: 9 }).map((away) => String(around + away)),
    fc.integer({ min: 0, max: 4 }).map(String),
  );
const change = fc.record({
  bids: fc.array(level(90), { maxLength: 4 }),
  asks: fc.array(level(101), { maxLength: 4 }),
  marked: fc.integer({ min: 0, max: size.height }),
  own: fc.constantFrom('', '95', '97'),
});

it('shows what it would show if everything were painted anew', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 2, maxLength: 6 }), (changes) => {
      const kept = createSheet();
      const painter = createBookPainter();
      let book = emptyBook;
      for (const [sequence, { bids, asks, ...rest }] of changes.entries()) {
        book = takeBookMessage(book, { sequence, bids, asks });
        const fresh = createSheet();
        painter.paint(kept.context, pictureOf(book, rest), size.height);
        createBookPainter().paint(fresh.context, pictureOf(book, rest), size.height);
        expect(kept.seen()).toBe(fresh.seen());
      }
    }),
    { numRuns: 40 },
  );
});

it('paints the rows from the change outward, and no others', () => {
  const bids: [string, string][] = ['99', '98', '97', '96'].map((price) => [price, '1.5']);
  const before = takeBookMessage(emptyBook, { sequence: 0, bids, asks: [['101', '90']] });
  const after = takeBookMessage(before, { sequence: 1, bids: [['96', '2.5']], asks: [] });
  const sheet = createSheet();
  const painter = createBookPainter();
  painter.paint(sheet.context, pictureOf(before), size.height);
  const drawn = sheet.texts();
  painter.paint(sheet.context, pictureOf(after), size.height);
  // The price, the amount with its zeros apart, and the sum of one row.
  expect(sheet.texts() - drawn).toBe(4);
});

it('paints everything after it was told to forget', () => {
  const book = takeBookMessage(emptyBook, { sequence: 0, bids: [['99', '1']], asks: [['101', '1']] });
  const sheet = createSheet();
  const painter = createBookPainter();
  painter.paint(sheet.context, pictureOf(book), size.height);
  const drawn = sheet.texts();
  painter.forget();
  painter.paint(sheet.context, pictureOf(book), size.height);
  expect(sheet.texts()).toBe(2 * drawn);
});
