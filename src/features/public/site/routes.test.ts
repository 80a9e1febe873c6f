// @project server-postgres
import { createHash, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { BUILT_IN_PRICES } from "#src/features/money/entitlements/price-rules.ts";
import { DEFAULT_LIMITS } from "#src/features/money/entitlements/rules.ts";
import { COOKIES, STORAGE } from "#src/features/public/legal/built-in/browser-storage-list.ts";
import { visitorCtx } from "#src/platform/context.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { createLog } from "#src/platform/observe/log.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { reportError } from "./client-errors.ts";
import { FILM_SCENES } from "./film/scenes.ts";
import { makeHelp, SLUGS } from "./help/help.tsx";

let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    PUBLIC_URL: "https://fans.example",
    INSTANCE_NAME: "Fan & Fare",
    SUPPORT_ADDRESS: "help@fans.example",
  });
});
afterAll(() => app?.close());

async function page(path: string, headers: Record<string, string> = {}) {
  const answer = await app.visitor().call("GET", path, undefined, { accept: "text/html", ...headers });
  return { ...answer, html: String(answer.body) };
}

const LEGAL = ["/privacy-policy", "/terms-and-conditions", "/cookie-policy"];
const PAGES = ["/", "/help", "/help/demo", ...SLUGS.map((slug) => `/help/${slug}`), ...LEGAL];

describe("every page of the site", () => {
  it.each(PAGES)(
    "%s is complete, names the instance, and allows nothing but its own resources",
    async (path) => {
      const { status, html, headers } = await page(path);
      expect(status).toBe(200);
      expect(html).toMatch(/^<!DOCTYPE html><html lang="en">.*<\/html>$/s);
      expect(html).toContain("Fan &amp; Fare");
      expect(html).toContain(`<link rel="canonical" href="https://fans.example${path}"/>`);
      expect(html.match(/<h1[ >]/g)?.length).toBe(path === "/" ? 2 : 1);
      expect(html).not.toMatch(/ style=| on[a-z]+=|(?:src|srcset)="(?:https?:)?\/\//);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'; script-src 'self'");
      for (const [, css = ""] of html.matchAll(/<style>([\s\S]*?)<\/style>/g)) {
        expect(policy).toContain(`'sha256-${createHash("sha256").update(css).digest("base64")}'`);
      }
    },
  );

  it("§2 links to help and legal texts in its footer", async () => {
    for (const path of PAGES) {
      const foot = (await page(path)).html.split("<footer").at(-1) ?? "";
      for (const href of ["/help", ...LEGAL]) expect(foot).toContain(`href="${href}"`);
    }
  });

  it("has no dead links", async () => {
    const known = new Set([
      ...PAGES,
      "/auth",
      "/help/report",
      "/help/request",
      "/help/request/status",
      "/forgot-password",
      "/dashboard/settings/profile",
      "/api/v1/docs",
      "/api/v1/openapi.json",
    ]);
    for (const path of PAGES) {
      const { html } = await page(path);
      for (const [, href = ""] of html.matchAll(/ href="(\/[^"]*)"/g)) {
        const [target = "", hash] = href.replace("/auth?mode=sign-up", "/auth").split("#");
        if (/^\/(?:assets|static)\/|\.(?:svg|json)$/.test(target)) continue;
        expect(known, `${path} leads to ${href}`).toContain(target);
        if (hash) expect((await page(target)).html, `${path} leads to ${href}`).toContain(`id="${hash}"`);
      }
    }
  });

  it("isn't sent again to a browser that has it, and is compressed for one that doesn't", async () => {
    const first = await page("/help");
    const etag = first.headers.get("etag") ?? "";
    const again = await page("/help", { "if-none-match": etag });
    expect([again.status, again.html]).toEqual([304, ""]);
    const plain = await page("/help", { "accept-encoding": "identity" });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(plain.html).toBe(first.html);
  });
});

describe("the landing page", () => {
  it("§2 has the banner, the ways in, the tiles, the prices, and the closing call", async () => {
    const { html } = await page("/");
    expect(html).toContain("10 free profiles");
    expect(html).toMatch(/<a class="pill" href="\/auth">Sign In<\/a>/);
    expect(html.match(/href="\/auth\?mode=sign-up">Get Started Free<\/a>/g)?.length).toBeGreaterThanOrEqual(
      2,
    );
    expect(html).toMatch(/href="\/help\/demo" target="_blank" rel="noopener noreferrer"/);
    for (const tile of [
      "50M+</b> <span>links created",
      "1M+</b> <span>active users",
      "99.9%</b> <span>uptime",
    ])
      expect(html).toContain(tile);
    for (const price of ["$3.00", "$2.75", "$2.50", "$2.25", "$2.00", "most popular"])
      expect(html).toContain(price);
  });

  it.each([
    "TikTok’s browser",
    "Deeplinks",
    "Custom domains",
    "Geo-targeting",
    "clicks by device, country and city",
    "Customer rescue",
    "e-mail addresses",
    "CRM",
    "A/B link testing",
    "Active status, countdown timers",
    "city",
    "One-click import",
    "everything over from another instance",
    "Made to look like you",
    "QR codes",
    "Team and permissions",
    "Folders",
    "e-mail templates organized",
    "Retargeting pixels",
  ])("§1 advertises: %s", async (words) => {
    expect((await page("/")).html.toLowerCase()).toContain(words.toLowerCase());
  });

  it("shows a page made by the page renderer, in a shadow root that needs no script", async () => {
    const { html } = await page("/");
    const shadow = /<template shadowrootmode="open">([\s\S]*?)<\/template>/.exec(html)?.[1] ?? "";
    expect(shadow).toContain('class="card"');
    expect(shadow).toContain("Mara Lind");
    expect(shadow).not.toMatch(/href="(?!\/auth")/);
  });

  it("tells search engines what it is", async () => {
    const { html } = await page("/");
    const data = JSON.parse(/ld\+json">([^<]*)</.exec(html)?.[1] ?? "");
    expect(data["@graph"].map((one: Record<string, string>) => one["@type"])).toEqual([
      "Organization",
      "WebSite",
      "SoftwareApplication",
    ]);
    expect(data["@graph"][2].offers[1]).toMatchObject({ lowPrice: "2.00", highPrice: "3.00" });
  });

  it("shows the instance's real numbers if that's set", async () => {
    const real = await startApp({ LANDING_STATS: "real" });
    const owner = await real.signUp();
    const profile = (await owner.api("POST", "/profiles", { name: "Real" })).body;
    await owner.api("POST", `/profiles/${profile.id}/links`, { title: "One", url: "https://example.com" });
    const landing = async () => String((await real.visitor().call("GET", "/")).body);
    expect(await landing()).toContain("<b>1</b> <span>links created");
    await owner.api("POST", `/profiles/${profile.id}/links`, { title: "Two", url: "https://example.com" });
    expect(await landing()).toContain("<b>1</b> <span>links created");
    real.clock.advance(11 * 60_000);
    expect(await landing()).toContain("<b>2</b> <span>links created");
    await real.close();
  });
});

describe("the texts of the home page", () => {
  it("are the instance's own, as text, and the built-in ones where there are none", async () => {
    const odd = '<b>Fans</b> & "you" {{ x }}';
    const own = await startApp({
      LANDING_HEADLINE: odd,
      LANDING_BUTTON: "Join us",
      FOOTER_LINE: "Run by <i>us</i>",
    });
    const landing = String((await own.visitor().call("GET", "/")).body);
    expect(landing).toContain('<h1 dir="auto">&lt;b&gt;Fans&lt;/b&gt; &amp; &quot;you&quot; {{ x }}</h1>');
    expect(landing).toContain("turns the link in your bio into a page of your own");
    expect(landing.match(/Join us/g)).toHaveLength(2);
    expect(landing).toContain("Run by &lt;i&gt;us&lt;/i&gt;");
    const values = { landing_headline: "x".repeat(81), landing_button: " ", footer_line: "x".repeat(201) };
    const founder = await own.signUp();
    expect((await founder.api("PATCH", "/settings", { values })).status).toBeGreaterThanOrEqual(400);
    await founder.api("PATCH", "/settings", { values: { landing_subtitle: "Short <and> sweet" } });
    expect(String((await own.visitor().call("GET", "/")).body)).toContain("Short &lt;and&gt; sweet");
    await own.close();
  });
});

describe("the demo film", () => {
  it("plays from this instance, with captions and a transcript", async () => {
    const { html } = await page("/");
    const [, target = ""] = /<a class="button ghost" href="([^"]*)" target="_blank"/.exec(html) ?? [];
    expect(target).toBe("/help/demo");
    const film = await page(target);
    expect(film.status).toBe(200);
    expect(film.headers.get("content-security-policy")).toContain("media-src 'self'");
    const sources = [...film.html.matchAll(/(?:src|poster)="(\/static\/[^"]*)"/g)].map(([, src]) => src);
    expect(sources.sort()).toEqual(["/static/demo.mp4", "/static/demo.vtt", "/static/demo.webp"]);
    const captions = await readFile("public/static/demo.vtt", "utf8");
    for (const { caption } of FILM_SCENES) {
      expect(film.html).toContain(`<li>${caption}</li>`);
      expect(captions).toContain(caption);
    }
  });

  it("leads to the instance's own video if one is set", async () => {
    const own = await startApp({ DEMO_VIDEO_URL: "https://video.example/ours" });
    expect((await own.visitor().call("GET", "/")).body).toContain('href="https://video.example/ours"');
    await own.close();
  });
});

describe("the help", () => {
  it("answers a question without JavaScript, best article first", async () => {
    const { html, status } = await page("/help?q=qr+code");
    expect(status).toBe(200);
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    const found = /data-found="">([\s\S]*?)<\/ul>/.exec(html)?.[1] ?? "";
    expect(/data-article="([^"]*)"/.exec(found)?.[1]).toBe("sharing");
  });

  it("says so if nothing matches, whatever the question", async () => {
    const { html } = await page(`/help?q=${encodeURIComponent('zzzz"><script>alert(1)</script>')}`);
    expect(html).toContain("No articles for “zzzz&quot;&gt;&lt;script&gt;");
    expect(html).toContain("No matches.");
    expect(html).not.toContain("<script>alert");
  });

  it("gives the browser what it searches", async () => {
    const { body, headers } = await page("/help/index.json");
    expect(headers.get("content-type")).toBe("application/json");
    expect(body.map((one: { slug: string }) => one.slug)).toEqual(SLUGS);
  });

  it("has nothing at the URL of an article that doesn't exist", async () => {
    for (const path of ["/help/nothing", "/help/links/more", "/help/constructor"]) {
      expect((await page(path)).status).toBe(404);
    }
  });

  it("gives each article a URL of its own", () => {
    const slugs = SLUGS;
    expect(slugs).toEqual([...new Set(slugs)]);
  });

  it("leads from one article to others that exist", () => {
    const slugs = new Set(SLUGS);
    const linked = makeHelp(DEFAULT_LIMITS, BUILT_IN_PRICES).articles.flatMap(({ body }) =>
      [...body.matchAll(/href="\/help\/([^"#]+)"/g)].map(([, to]) => to ?? ""),
    );
    expect(
      linked.filter((to) => !slugs.has(to) && !["report", "request", "request/status"].includes(to)),
    ).toEqual([]);
    expect(linked).toContain("email-ab-tests");
  });

  it.each(["report", "demo", "index.json"])("leaves the URL /help/%s to others", (slug) => {
    expect(SLUGS).not.toContain(slug);
  });
});

describe("the legal texts", () => {
  it.each([
    ["/privacy-policy", "help@fans.example", "IP address is not stored", "salt", "GDPR", "DB-IP", "30 days"],
    ["/cookie-policy", "_fbp", ...[...COOKIES, ...STORAGE].map(({ name }) => `<code>${name}</code>`)],
    ["/terms-and-conditions", "help@fans.example", "over the limit", "adult content", "report a page"],
  ])("%s states the facts, and when it was written", async (path, ...words) => {
    const { html } = await page(path);
    expect(html).toMatch(/<time dateTime="20\d\d-\d\d-\d\d">\w+ \d+, 20\d\d<\/time>/);
    for (const word of words) expect(html).toContain(word);
  });
});

describe("an instance without a support address", () => {
  it("doesn't send anyone to an inbox that doesn't exist", async () => {
    const silent = await startApp();
    for (const path of ["/privacy-policy", "/cookie-policy", "/terms-and-conditions", "/help/account"]) {
      const { body } = await silent.visitor().call("GET", path);
      expect(body).toContain("<h1>");
      expect(body).not.toMatch(/mailto:|the people who run|Questions\?|Write to/);
    }
    await silent.close();
  });
});

describe("when nothing is there", () => {
  it("§2 a page is not found, and a profile is not found", async () => {
    for (const path of ["/no/such/page", "/admin/users", "/static/nothing.png"]) {
      const { status, html } = await page(path);
      expect([status, html.includes("<h1>Page not found</h1>")]).toEqual([404, true]);
    }
    expect((await page("/Nobody_Here")).html).toContain("Profile not found");
    expect((await app.visitor().api("GET", "/nothing")).body.code).toBe("NOT_FOUND");
  });
});

describe("when something fails", () => {
  it("§2 people get the error screen with the request's id, and programs get JSON", async () => {
    const broken = await startApp();
    await broken.platform.db.execute(sql`drop table media`);
    const get = (accept: string) =>
      broken.visitor().call("GET", `/media/${randomUUID()}.webp`, undefined, { accept });
    const { status, headers, body } = await get("text/html,application/xhtml+xml,*/*;q=0.8");
    expect(status).toBe(500);
    expect(body).toContain("<h1>Something went wrong</h1>");
    expect(body).toContain(
      "We encountered an error while loading this page. Please try refreshing the page.",
    );
    expect(body).toContain('<a class="button" href="">Refresh Page</a>');
    expect(body).toContain(`<code>${headers.get("x-request-id")}</code>`);
    expect(headers.get("content-security-policy")).toContain("style-src 'sha256-");
    const program = await get("image/webp");
    expect([program.status, program.body.code]).toEqual([500, "INTERNAL_SERVER_ERROR"]);
    await broken.close();
  });

  it("programs are asked to try again where no connection to the database is to be had", async () => {
    // Without jobs, which would look for work in the database that's taken away.
    const busy = await startApp({ ROLES: "web" });
    const person = await busy.signUp();
    const [{ name } = { name: "" }] = await rowsOf<{ name: string }>(
      busy.platform.db,
      sql`select current_database() as name`,
    );
    const server = new pg.Client({ connectionString: `${inject("server")}/postgres` });
    await server.connect();
    await server.query(`alter database ${name} allow_connections false`);
    await server.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    const token = "x".repeat(43);
    for (const ask of [
      () => person.api("GET", "/profiles"),
      () => person.api("GET", `/invitations/${token}`),
    ]) {
      // Connections that were open have to be noticed as lost first.
      await vi.waitUntil(async () => (await ask()).status === 503, { timeout: 20_000 });
      const { headers, body } = await ask();
      expect([headers.get("retry-after"), body.code]).toEqual(["5", "DATABASE_BUSY"]);
    }
    await server.query(`alter database ${name} allow_connections true`);
    await server.end();
    await busy.close();
  });
});

describe("the referral cookie", () => {
  const cookieOf = async (path: string) => (await page(path)).headers.getSetCookie().join();

  it("is kept for 30 days wherever a referral leads", async () => {
    for (const path of [
      "/?ref=NORA10",
      "/auth?utm_ref=NORA10",
      "/help?ref=NORA10",
      "/dashboard?ref=NORA10",
    ]) {
      expect(await cookieOf(path)).toBe(
        "__Host-fanfare.referral=NORA10; Path=/; Max-Age=2592000; SameSite=Lax; HttpOnly; Secure",
      );
    }
  });

  it("isn't set for text that isn't a code, or where there's no page", async () => {
    for (const path of [
      "/",
      "/?ref=a%3Bb%0d%0aX: y",
      "/?ref=",
      "/no/page?ref=NORA10",
      "/api/v1/instance?ref=NORA10",
    ]) {
      expect(await cookieOf(path)).toBe("");
    }
  });
});

describe("an error in a browser", () => {
  const report = { source: "site", message: "TypeError: x is undefined", stack: "at y", path: "/help" };

  it("is accepted from anyone and answered with its id in the log", async () => {
    const answer = await app.visitor().api("POST", "/client-errors", report);
    expect([answer.status, answer.body]).toEqual([202, { logged: true }]);
    expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f]{32}$/);
  });

  it("is logged without anything personal, and cut", async () => {
    const lines: string[] = [];
    const log = createLog("info", { write: (line) => void lines.push(line) });
    const request = { address: "203.0.113.9", userAgent: "", host: "", signals: { gpc: false, dnt: false } };
    await reportError(visitorCtx({ ...app.platform, log: log.child({ request_id: "r-1" }) }, request), {
      source: "page",
      message: `Failed for ada@example.com ${"x".repeat(9000)}`,
      stack: "at https://fans.example/assets/a.js?token=secret:1:2\nat b",
      path: "/adalovelace/more?q=secret",
    });
    const line = JSON.parse(lines[0] ?? "");
    expect(line).toMatchObject({ request_id: "r-1", msg: "error in a browser" });
    expect(line.client_error).toMatchObject({ source: "page", path: "/{username}/…" });
    expect(line.client_error.message.length).toBeLessThanOrEqual(500);
    expect(lines.join("")).not.toMatch(/ada|secret|203\.0/);
  });

  it("is refused if it's too large, malformed, or one too many", async () => {
    const visitor = app.visitor();
    expect(
      (await visitor.api("POST", "/client-errors", { ...report, stack: "x".repeat(20_000) })).status,
    ).toBe(413);
    expect((await visitor.api("POST", "/client-errors", { ...report, source: "else" })).status).toBe(400);
    const answers = await Promise.all(
      Array.from({ length: 70 }, () => visitor.api("POST", "/client-errors", report)),
    );
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  });
});
