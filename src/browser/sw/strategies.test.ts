import { beforeEach, describe, expect, it } from "vitest";
import { STRATEGIES } from "./cache-policy.ts";
import { deleteOldCaches, type ResponseCache, responseCacheOf } from "./cache-storage.ts";
import { isPlainPage, kindOf, pageKey, warmUpPaths } from "./requests.ts";
import { answerFromCache, answerPage, type Deps } from "./strategies.ts";

const SITE = "https://fan.example";
const MINUTE_MS = 60_000;

/** The parts of a browser's cache storage that the worker uses. */
class MemoryCaches {
  readonly caches = new Map<string, Map<string, Response>>();

  async open(name: string) {
    const entries = this.caches.get(name) ?? new Map<string, Response>();
    this.caches.set(name, entries);
    const keyOf = (request: Request | string) => (typeof request === "string" ? request : request.url);
    return {
      match: async (request: Request | string) => entries.get(keyOf(request))?.clone(),
      // Like a browser's, it deletes what it replaces before it has read the new body.
      put: async (key: string, response: Response) => {
        entries.delete(key);
        entries.set(key, new Response(await response.arrayBuffer(), response));
      },
      delete: async (request: Request | string) => entries.delete(keyOf(request)),
      keys: async () => [...entries.keys()].map((url) => new Request(url)),
    };
  }

  keys = async () => [...this.caches.keys()];
  delete = async (name: string) => this.caches.delete(name);
}

let storage: MemoryCaches;
let now: number;
beforeEach(() => {
  storage = new MemoryCaches();
  now = 1_000_000;
});
const shelf = (kind: keyof typeof STRATEGIES) =>
  responseCacheOf(kind, storage as unknown as CacheStorage, () => now);

const html = (text: string, headers: Record<string, string> = {}, status = 200) =>
  new Response(text, {
    status,
    headers: { "content-type": "text/html", "cache-control": "no-cache", ...headers },
  });

type Answer = Response | "offline" | "never";

/** A network that gives these answers in sequence, and a long wait that's over at once. */
function meansOf(...answers: Answer[]) {
  const work: Promise<unknown>[] = [];
  const asked: string[] = [];
  const means: Deps = {
    fetch(request) {
      asked.push(request.url);
      const answer = answers.shift() ?? "offline";
      if (answer === "never") return new Promise(() => undefined);
      return answer === "offline" ? Promise.reject(new TypeError("offline")) : Promise.resolve(answer);
    },
    wait: () => new Promise((done) => setImmediate(done)),
    meanwhile: (one) => void work.push(one),
  };
  return { means, asked, done: () => Promise.all(work) };
}

const open = async (path: string, ...answers: Answer[]) => {
  const { means, done } = meansOf(...answers);
  const response = await answerPage(new Request(SITE + path), shelf("pages"), means);
  if (!answers.includes("never")) await done();
  return { status: response.status, text: await response.text() };
};

describe("a page", () => {
  it("comes from the network while there is one, however new the copy is", async () => {
    expect((await open("/mia", html("one"))).text).toBe("one");
    expect((await open("/mia", html("two"))).text).toBe("two");
  });

  it("is the last copy when there's no network, it takes too long, or the server is down", async () => {
    await open("/mia", html("seen"));
    for (const answer of ["offline", "never", html("down", {}, 503)] as const) {
      expect(await open("/mia", answer)).toEqual({ status: 200, text: "seen" });
    }
  });

  it("is waited for if there's no copy, and says so without a network", async () => {
    const { status, text } = await open("/mia", "offline");
    expect(status).toBe(503);
    expect(text).toContain("You’re offline");
  });

  it("is forgotten when it's gone or may not be stored", async () => {
    for (const answer of [html("", {}, 404), html("", {}, 410), html("", { "cache-control": "no-store" })]) {
      await open("/mia", html("seen"));
      await open("/mia", answer);
      expect((await open("/mia", "offline")).text).toContain("You’re offline");
    }
  });

  it("stays when the network breaks off midway, or a hotspot or a limit answers instead", async () => {
    const broken = new ReadableStream({ pull: (body) => body.error(new TypeError("offline")) });
    await open("/mia", html("seen"));
    // A redirect has no status here.
    for (const answer of [new Response(broken, html("")), Response.error(), html("Too many", {}, 429)]) {
      await open("/mia", answer).catch(() => undefined);
      expect((await open("/mia", "offline")).text).toBe("seen");
    }
  });

  it("is the same with campaign parameters, and a different one with anything else", async () => {
    await open("/Mia?utm_source=x&fbclid=1", html("seen"));
    await open("/mia?here=1", html("inside of an app"));
    expect((await open("/mia", "offline")).text).toBe("seen");
    expect((await open("/mia?here=1", "offline")).text).toBe("seen");
  });

  it("is stored for a month", async () => {
    await open("/mia", html("seen"));
    now += STRATEGIES.pages.keptMs;
    expect((await open("/mia", "offline")).text).toContain("You’re offline");
  });
});

describe("§9 the ages of copies", () => {
  it.each([
    ["profile-data", 5, 30],
    ["static-assets", 24 * 60, 7 * 24 * 60],
    ["api-responses", 2, 10],
  ] as const)("of %s are fresh for %i minutes and served for %i", async (kind, fresh, kept) => {
    const request = new Request(`${SITE}/x`);
    const get = async (...answers: Answer[]) => {
      const { means, asked, done } = meansOf(...answers);
      const response = await answerFromCache(request, { shelf: shelf(kind), kind }, means);
      await done();
      return { text: await response.text(), asked: asked.length };
    };
    expect(await get(new Response("one"))).toEqual({ text: "one", asked: 1 });
    now += fresh * MINUTE_MS - 1;
    expect(await get()).toEqual({ text: "one", asked: 0 });
    now += 1;
    expect(await get(new Response("two"))).toEqual({ text: "one", asked: 1 });
    expect(await get()).toEqual({ text: "two", asked: 0 });
    now += kept * MINUTE_MS;
    expect(await get(new Response("three"))).toEqual({ text: "three", asked: 1 });
  });

  it("don't apply to responses that only one person may have", async () => {
    const kind = "api-responses";
    const answer = () => new Response("mine", { headers: { "cache-control": "no-store" } });
    for (let time = 0; time < 2; time++) {
      const { means, asked } = meansOf(answer());
      await answerFromCache(new Request(`${SITE}/x`), { shelf: shelf(kind), kind }, means);
      expect(asked).toHaveLength(1);
    }
  });
});

describe("cleaning up", () => {
  const keys = async (of: ResponseCache, count: number) => {
    const found = [];
    for (let n = 0; n < count; n++) found.push((await of.find(`${SITE}/${n}`)) !== undefined);
    return found;
  };

  it("deletes copies that are too old, and the oldest if there are too many", async () => {
    const pages = shelf("pages");
    for (let n = 0; n < STRATEGIES.pages.entriesMax + 2; n++) {
      await pages.put(`${SITE}/${n}`, html(String(n)));
      now += 1;
    }
    await pages.cleanUp();
    expect((await keys(pages, 4)).join()).toBe("false,false,true,true");
    now += STRATEGIES.pages.keptMs;
    await pages.cleanUp();
    expect([...storage.caches.values()].map((entries) => entries.size)).toEqual([0]);
  });

  it("deletes what other versions stored, and nothing that isn't the worker's", async () => {
    for (const name of ["kept-0.9.0-pages", "kept-1.0.0-pages", "somebody-else"]) await storage.open(name);
    await deleteOldCaches(storage as unknown as CacheStorage);
    expect(await storage.keys()).toEqual(["kept-1.0.0-pages", "somebody-else"]);
  });
});

describe("which requests the worker answers", () => {
  const kind = (path: string, changes = {}) =>
    kindOf({ method: "GET", mode: "navigate", url: SITE + path, headers: new Headers(), ...changes }, SITE);

  it("are pages, files, and what's the same for everyone", () => {
    for (const path of ["/", "/mia", "/Mia?utm_source=x", "/help", "/privacy-policy"])
      expect(kind(path)).toBe("pages");
    for (const path of ["/assets/page-1.js", "/media/1.webp", "/static/icon-192.png", "/favicon.ico"]) {
      expect(kind(path, { mode: "no-cors" })).toBe("static-assets");
    }
    for (const path of warmUpPaths(`${SITE}/Mia?x=1`)) expect(kind(path)).toBe("profile-data");
    expect(kind("/api/v1/openapi.json", { mode: "cors" })).toBe("api-responses");
  });

  it("aren't dashboards, sign-in, counting, changes, personal responses, or other sites", () => {
    for (const path of [
      ..."/dashboard /dashboard/links /admin /admin/users /auth /auth/callback /forgot-password /go/1".split(
        " ",
      ),
      ..."/api/auth/get-session /api/v1/profiles /api/v1/ip /api/v1/me /api/v1/clicks /health/live /metrics".split(
        " ",
      ),
      ..."/sw.js /mia/qr.png /mia/share.jpg /mia/report /manifest.json".split(" "),
    ]) {
      expect(kind(path), path).toBeNull();
    }
    expect(kind("/mia", { method: "POST" })).toBeNull();
    expect(kind("/mia", { method: "HEAD" })).toBeNull();
    expect(kind("/mia", { mode: "cors" })).toBeNull();
    expect(kind("/mia", { headers: new Headers({ range: "bytes=0-1" }) })).toBeNull();
    expect(kind("", { url: "https://elsewhere.example/mia" })).toBeNull();
    // People may have these names.
    for (const path of ["/gordon", "/authors", "/dashboards", "/administrator", "/health1"]) {
      expect(kind(path), path).toBe("pages");
    }
  });

  it("§7 warm up the profile's three URLs if the page is a profile's", () => {
    expect(warmUpPaths(`${SITE}/Mia`)).toEqual([
      "/api/profile/mia",
      "/api/profile/mia/links",
      "/api/profile/mia/customization",
    ]);
    expect(warmUpPaths(`${SITE}/`)).toEqual([]);
    expect(warmUpPaths(`${SITE}/privacy-policy`)).toEqual([]);
    expect(pageKey(`${SITE}/Mia?ref=1#x`)).toBe(`${SITE}/mia`);
    expect(isPlainPage(`${SITE}/mia?ref=1`)).toBe(true);
    expect(isPlainPage(`${SITE}/mia?step=2`)).toBe(false);
  });
});
