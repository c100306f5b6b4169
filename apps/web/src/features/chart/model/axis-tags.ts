interface Standing {
  readonly id: string;
  /** The height of its line. */
  readonly y: number;
}

/** A label on the price axis, for one order or for several whose labels would lie over each other. */
export interface AxisTag<Order> {
  readonly y: number;
  readonly members: readonly Order[];
}

export interface AxisRoom {
  /** The height of the last price, which keeps its place; null while it is out of view. */
  readonly lastY: number | null;
  /** The order that is being dragged. */
  readonly draggedId: string | null;
  /** How far apart two labels stand at least. */
  readonly distance: number;
  /** Between these the middles of labels stand. */
  readonly top: number;
  readonly bottom: number;
}

/** From the first one on, each label takes in whatever is too close to it, or too close to the end. */
function gather<Order extends Standing>(
  orders: readonly Order[],
  { from, to, way, distance }: { from: number; to: number; way: 1 | -1; distance: number },
): AxisTag<Order>[] {
  const tags: { y: number; members: Order[] }[] = [];
  for (const order of orders) {
    const y = way === 1 ? Math.min(Math.max(order.y, from), to) : Math.max(Math.min(order.y, from), to);
    const open = tags.at(-1);
    if (open !== undefined && Math.abs(y - open.y) < distance) open.members.push(order);
    else tags.push({ y, members: [order] });
  }
  return tags;
}

/** How far from its line a label may stand, in distances between labels, before it is better told as one of several. */
const awayMax = 3;

/** Each label as near to its line as the others let it; null where there is no room for all, or not near enough. */
function spread<Order extends Standing>(
  tags: readonly AxisTag<Order>[],
  { top, bottom, distance }: { top: number; bottom: number; distance: number },
): AxisTag<Order>[] | null {
  const places = tags.map(({ y }) => y);
  // Down from the first, so that none lies over the one before, and up again from the last where that went too far.
  for (let at = 0; at < places.length; at += 1)
    places[at] = Math.max(places[at] ?? 0, at === 0 ? top : (places[at - 1] ?? 0) + distance);
  for (let at = places.length - 1; at >= 0; at -= 1)
    places[at] = Math.min(
      places[at] ?? 0,
      at === places.length - 1 ? bottom : (places[at + 1] ?? 0) - distance,
    );
  const isFree = tags.every(({ y }, at) => {
    const place = places[at] ?? 0;
    return place >= top && Math.abs(place - y) <= awayMax * distance;
  });
  return isFree ? tags.map((tag, at) => ({ ...tag, y: places[at] ?? tag.y })) : null;
}

/** Orders at one height are one label. */
function atOneHeight<Order extends Standing>(sorted: readonly Order[]): AxisTag<Order>[] {
  const tags: { y: number; members: Order[] }[] = [];
  for (const order of sorted) {
    const open = tags.at(-1);
    if (open?.y === order.y) open.members.push(order);
    else tags.push({ y: order.y, members: [order] });
  }
  return tags;
}

/**
 * Labels from the top down, beside each other's price where there is room, or else one for several; the dragged one comes
 * last, to be painted on top.
 */
export function axisTags<Order extends Standing>(
  orders: readonly Order[],
  { lastY, draggedId, distance, top, bottom }: AxisRoom,
): AxisTag<Order>[] {
  const sorted = orders.toSorted((one, other) => one.y - other.y);
  const above = (some: readonly Order[], end: number): AxisTag<Order>[] =>
    spread(atOneHeight(some), { top, bottom: end, distance }) ??
    gather(some.toReversed(), { from: end, to: top, way: -1, distance }).toReversed();
  const below = (some: readonly Order[], start: number): AxisTag<Order>[] =>
    spread(atOneHeight(some), { top: start, bottom, distance }) ??
    gather(some, { from: start, to: bottom, way: 1, distance });
  const labels = (some: readonly Order[]): AxisTag<Order>[] => {
    if (lastY === null) return below(some, top);
    return [
      ...above(
        some.filter(({ y }) => y < lastY),
        lastY - distance,
      ),
      ...below(
        some.filter(({ y }) => y >= lastY),
        lastY + distance,
      ),
    ];
  };
  return [
    ...labels(sorted.filter(({ id }) => id !== draggedId)),
    ...labels(sorted.filter(({ id }) => id === draggedId)),
  ];
}
