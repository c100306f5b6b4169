import { call } from '#api/api.ts';
import { notificationChoiceEndpoints as endpoints } from '#api/contract/notification-choices.ts';
import { registerWorker } from '#api/service-worker.ts';

export type PushState = 'unsupported' | 'blocked' | 'off' | 'on';

export function isPushSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

async function ownSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

/** How this browser stands. */
export async function readPushState(): Promise<PushState> {
  if (!isPushSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return (await ownSubscription()) === undefined ? 'off' : 'on';
}

/** A worker takes a moment to begin, and before that nothing can be subscribed to. */
async function activeRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await registerWorker();
  if (registration === undefined) return undefined;
  const worker = registration.installing ?? registration.waiting;
  if (registration.active === null && worker !== null)
    await new Promise<void>((resolve) => {
      worker.addEventListener('statechange', () => worker.state === 'activated' && resolve());
    });
  return registration;
}

/** Asks the person, subscribes and tells the server. False when it did not come to that. */
export async function turnPushOn(key: string): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted' && (await subscribe(key));
}

/** Where the person has been asked before. */
export async function subscribe(key: string | ArrayBuffer): Promise<boolean> {
  const registration = await activeRegistration();
  if (registration === undefined) return false;
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint, keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  const answer = await call(endpoints.subscribe, { body: { endpoint: endpoint ?? '', p256dh, auth } });
  if (!answer.ok) await subscription.unsubscribe();
  else localStorage.setItem(ownIdKey, answer.value.id);
  return answer.ok;
}

/** Which of the browsers that the server knows is this one. */
const ownIdKey = 'emporion.push';
export const ownPushId = (): string | null => localStorage.getItem(ownIdKey);

export async function turnPushOff(): Promise<void> {
  const id = ownPushId();
  await (await ownSubscription())?.unsubscribe();
  localStorage.removeItem(ownIdKey);
  if (id !== null) await call(endpoints.unsubscribe, { params: { id } });
}
