import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

interface Waiting {
  readonly turn: number;
  readonly draw: () => void;
}

const line: Waiting[] = [];

/** Draws the first in line, and leaves the next to a task of its own. */
function drawNext(): void {
  const next = line.shift();
  if (line.length > 0) setTimeout(drawNext);
  next?.draw();
}

/** Answers the way to leave the line. */
function standInLine(entry: Waiting): () => void {
  if (line.length === 0) setTimeout(drawNext);
  const place = line.findIndex(({ turn }) => turn > entry.turn);
  line.splice(place === -1 ? line.length : place, 0, entry);
  return () => {
    const at = line.indexOf(entry);
    if (at !== -1) line.splice(at, 1);
  };
}

interface InTurnProps {
  /** Its place in line: the lowest number is drawn first. */
  turn: number;
  /** Stands there until then, in the final size. */
  fallback: ReactNode;
  children: ReactNode;
}

/**
 * Draws its content in a task of its own, after those before it in line: a whole page in one task would hold input up. A
 * deferred render is no way out, for it begins anew with each live update and can be put off for seconds.
 */
export function InTurn({ turn, fallback, children }: InTurnProps) {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => standInLine({ turn, draw: () => flushSync(() => setDrawn(true)) }), [turn]);
  return isDrawn ? children : fallback;
}
