const workerUrl = '/account/service-worker.js';

/** Of the browsers whose pages have gone on since: pushes had a worker of their own, with no page in its scope. */
export const formerScope = '/public/';

/** The application's one worker; undefined where there can be none. To register it again changes nothing. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  return (await navigator.serviceWorker.register(workerUrl)) as ServiceWorkerRegistration | undefined;
}
