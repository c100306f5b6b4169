// Shows what is pushed to this browser, and opens what it is about. It keeps nothing, fetches nothing and has no page in its scope.
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
