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
}

/** From the first one on, each label takes in whatever is too close to it. */
function gather<Order extends Standing>(
  orders: readonly Order[],
  { from, way, distance }: { from: number; way: 1 | -1; distance: number },
): AxisTag<Order>[] {
  const tags: { y: number; members: Order[] }[] = [];
  for (const order of orders) {
    const y = way === 1 ? Math.max(order.y, from) : Math.min(order.y, from);
    const open = tags.at(-1);
    if (open !== undefined && Math.abs(y - open.y) < distance) open.members.push(order);
    else tags.push({ y, members: [order] });
  }
  return tags;
}

/** Labels from the top down, each within one distance of its lines; the dragged one comes last, to be painted on top. */
export function axisTags<Order extends Standing>(
  orders: readonly Order[],
  { lastY, draggedId, distance }: AxisRoom,
): AxisTag<Order>[] {
  const sorted = orders.toSorted((one, other) => one.y - other.y);
  const labels = (some: readonly Order[]): AxisTag<Order>[] => {
    if (lastY === null) return gather(some, { from: Number.NEGATIVE_INFINITY, way: 1, distance });
    const above = some.filter(({ y }) => y < lastY).toReversed();
    const below = some.filter(({ y }) => y >= lastY);
    return [
      ...gather(above, { from: lastY - distance, way: -1, distance }).toReversed(),
      ...gather(below, { from: lastY + distance, way: 1, distance }),
    ];
  };
  return [
    ...labels(sorted.filter(({ id }) => id !== draggedId)),
    ...labels(sorted.filter(({ id }) => id === draggedId)),
  ];
}
