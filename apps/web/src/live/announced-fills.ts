/** What a form tells of an order that it sent need not be told again when the socket brings the same fills. */
const toldMax = 20;
const sending = new Set<Promise<void>>();
let told: readonly string[] = [];

/** Call it before an order is sent, and its answer with the orders whose fills have been told. */
export function holdFills(): (orders: readonly string[]) => void {
  let resolve = (): void => undefined;
  const sent = new Promise<void>((done) => {
    resolve = done;
  });
  sending.add(sent);
  return (orders) => {
    sending.delete(sent);
    told = [...told, ...orders].slice(-toldMax);
    resolve();
  };
}

/** The socket may be quicker than the answer, so this waits for the orders that are on their way. */
export async function isFillAnnounced({
  order_id,
  role,
}: {
  order_id: string;
  role: string;
}): Promise<boolean> {
  // What an order took, it took when it was sent; what it gave later, nobody has told yet.
  if (role !== 'taker') return false;
  await Promise.all(sending);
  return told.includes(order_id);
}
