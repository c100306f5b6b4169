// The one worker of the application: it says so when a page cannot be had, and shows what is pushed to this browser. It keeps three files that say
// "offline" and nothing else. Pages, code and figures come from the network or not at all, so nothing old is ever shown as if it were new.
// The build writes what stands for the version: each build is another worker, by which open pages learn of it.
const version = '%version%';
const kept = `offline-${version}`;
const [offlinePage, ...itsFiles] = ['/account/offline.html', '/account/offline.css', '/account/offline.js'];

async function keepOfflinePage() {
  const cache = await caches.open(kept);
  await cache.addAll([offlinePage, ...itsFiles].map((file) => new Request(file, { cache: 'reload' })));
  // It serves no part of the application, so it can take over while pages of the build before are open.
  await self.skipWaiting();
}

async function forgetOlder() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== kept).map((name) => caches.delete(name)));
  // The page is asked for while the worker wakes up.
  await self.registration.navigationPreload?.enable();
}

async function pageOf(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(offlinePage)) ?? Response.error();
  }
}

self.addEventListener('install', (event) => event.waitUntil(keepOfflinePage()));
self.addEventListener('activate', (event) => event.waitUntil(forgetOlder()));

self.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.mode === 'navigate') event.respondWith(pageOf(event));
  else if (itsFiles.includes(pathname))
    event.respondWith(fetch(event.request).catch(() => caches.match(pathname)));
});

self.addEventListener('push', (event) => {
  const { title, text, link, tag } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, {
      body: text,
      tag,
      icon: '/public/favicon.svg',
      data: { link },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { href, origin, pathname } = new URL(event.notification.data.link, self.location.origin);
  // Only pages of the application are opened, whatever was pushed.
  if (origin !== self.location.origin || !pathname.startsWith('/account/')) return;
  event.waitUntil(self.clients.openWindow(href));
});
