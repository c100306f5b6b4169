import { formerScope, registerWorker } from '#api/service-worker.ts';

/** A page that stays open for days asks so often whether there is a newer build. */
const askAgainMs = 60 * 60 * 1_000;

let outdated = false;

/** Whether another build is served now than the one that this page is of. */
export const isOutdated = (): boolean => outdated;

function watchForBuilds(registration: ServiceWorkerRegistration, container: ServiceWorkerContainer): void {
  // The first worker of a browser is no newer build.
  let known = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    outdated = known;
    known = true;
  });
  let askedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - askedAt < askAgainMs) return;
    askedAt = Date.now();
    void registration.update().catch(() => {});
  });
}

async function replaceFormer(container: ServiceWorkerContainer): Promise<void> {
  const former = await container.getRegistration(formerScope);
  if (former === undefined) return;
  const subscribed = await former.pushManager?.getSubscription();
  await former.unregister();
  if (!subscribed) return;
  const { subscribe } = await import('#features/settings/notifications/push.ts');
  const key = subscribed.options.applicationServerKey;
  if (key !== null) await subscribe(key);
}

/** Without a worker everything works as it does in a browser that knows none. */
export async function startWorker(): Promise<void> {
  try {
    const registration = await registerWorker();
    if (registration === undefined) return;
    watchForBuilds(registration, navigator.serviceWorker);
    await replaceFormer(navigator.serviceWorker);
  } catch {
    // A browser may forbid it, as in private windows.
  }
}
