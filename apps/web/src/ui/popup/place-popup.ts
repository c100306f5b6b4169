export interface Box {
  top: number;
  left: number;
  width: number;
  height: number;
}

export interface PopupPlace {
  top: number;
  left: number;
  maxHeight: number;
}

const gap = 4;
const edge = 8;

interface PlaceInput {
  anchor: Box;
  popup: { width: number; height: number };
  viewport: { width: number; height: number };
  align: 'start' | 'end';
}

/** Below its anchor when it fits there or when there is more room than above; never outside the viewport. */
export function placePopup({ anchor, popup, viewport, align }: PlaceInput): PopupPlace {
  const wanted = align === 'start' ? anchor.left : anchor.left + anchor.width - popup.width;
  const left = Math.max(edge, Math.min(wanted, viewport.width - popup.width - edge));
  const topBelow = Math.max(edge, anchor.top + anchor.height + gap);
  const roomBelow = viewport.height - topBelow - edge;
  const roomAbove = anchor.top - gap - edge;
  const below = popup.height <= roomBelow || roomBelow >= roomAbove;
  const maxHeight = Math.max(0, below ? roomBelow : roomAbove);
  const top = below ? topBelow : anchor.top - gap - Math.min(popup.height, maxHeight);
  return { top, left, maxHeight };
}
