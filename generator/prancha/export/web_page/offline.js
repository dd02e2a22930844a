// The service worker: everything of this page that was loaded once is there without a network too.
const BUILD = "$build";
const OWN = "prancha-$game-";
const POLICY = "$policy";

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith(OWN) && name !== OWN + BUILD) await caches.delete(name);
    }
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const inside = request.url.startsWith(self.registration.scope);
  if (request.method === "GET" && inside) event.respondWith(answer(request));
});

async function answer(request) {
  const cache = await caches.open(OWN + BUILD);
  const known = await cache.match(request, { ignoreSearch: true });
  if (known) return known;
  const found = await fetch(request);
  if (found.status !== 200 || found.redirected) return found;
  // A worker has the policy of its own response alone, which a static server may not send.
  const headers = new Headers(found.headers);
  headers.set("Content-Security-Policy", POLICY);
  const kept = new Response(found.body, { status: 200, headers });
  try {
    await cache.put(request, kept.clone());
  } catch {
    // A full disk, or a private window: the page works, with a network.
  }
  return kept;
}
