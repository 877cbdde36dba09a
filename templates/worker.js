// Shows the offline page, in this version's clothes, when the companion cannot be reached. Everything else goes through.
const NAME = "tableside-{{ version }}";
const OFFLINE = "{{ offline }}";

addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(NAME);
      const page = await fetch(OFFLINE);
      await cache.put(OFFLINE, page.clone());
      const needed = [...(await page.text()).matchAll(/(?:href|src)="(\/(?:static|art)\/[^"]+)"/g)].map((found) => found[1]);
      await cache.addAll([...new Set(needed)]);
      await skipWaiting();
    })(),
  );
});

addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== NAME) await caches.delete(name);
      await clients.claim();
    })(),
  );
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  } else if (/^\/static\//.test(new URL(request.url).pathname)) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  }
});
