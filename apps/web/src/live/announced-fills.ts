/** The last orders whose fills the form's own toast has announced, so that the socket's message makes no second one. */
const announcedMax = 20;
const sending = new Set<Promise<void>>();
let announced: readonly string[] = [];

/** Call it before an order is sent, and its answer with the orders whose fills have been announced. */
export function holdFills(): (orders: readonly string[]) => void {
  let resolve = (): void => undefined;
  const sent = new Promise<void>((done) => {
    resolve = done;
  });
  sending.add(sent);
  return (orders) => {
    sending.delete(sent);
    announced = [...announced, ...orders].slice(-announcedMax);
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
  // Only what an order took when it was sent is in that toast; what it makes later is not.
  if (role !== 'taker') return false;
  await Promise.all(sending);
  return announced.includes(order_id);
}
