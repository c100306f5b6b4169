import type { QueryClient } from '@tanstack/react-query';

/** Whether pop-ups may tell that an order was filled. They do as well when nobody can say whether they are wanted. */
export async function wantsFills(client: QueryClient): Promise<boolean> {
  try {
    const { notificationChoicesQuery } = await import('./notification-choices.ts');
    return (await client.ensureQueryData(notificationChoicesQuery)).choices.order.toast;
  } catch {
    return true;
  }
}
