// @project server-postgres
import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AUTH_PATHS } from "#src/features/identity/accounts/auth/auth-routes.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { PASSWORD, startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { listEndpoints } from "./api-description.ts";

const EVIL = "evil.example";
const SESSION = "fanfare.session_token";

let app: TestApp;
let person: Client;

beforeAll(async () => {
  app = await startApp({ PLANS: "off" });
  await app.signUp();
  person = await app.signUp({ name: "Ada" });
});
afterAll(() => app?.close());

interface Answered {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** A request with any header, the host included, which `fetch` doesn't send. */
function send(
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: object },
): Promise<Answered> {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const type =
    sent === undefined
      ? {}
      : { "content-type": "application/json", "content-length": Buffer.byteLength(sent) };
  return new Promise((resolve, reject) => {
    const asked = request(app.url + path, { method, headers: { ...type, ...headers } }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, text: Buffer.concat(parts).toString() });
      });
    });
    asked.on("error", reject);
    asked.end(sent);
  });
}

const sessionIn = (cookie: string) => new RegExp(`${SESSION}=([^;]+)`).exec(cookie)?.[1];
const signIn = ({ email }: Client, cookie: string) =>
  send("POST", "/api/auth/sign-in/email", { headers: { cookie }, body: { email, password: PASSWORD } });
const isSignedIn = async (token: string) =>
  (await send("GET", "/api/v1/me", { headers: { cookie: `${SESSION}=${token}` } })).status === 200;

describe("a session cookie that someone else put into the browser", () => {
  it("isn't the session that signing in starts", async () => {
    const planted = `${randomUUID()}.${randomUUID()}`;
    const answer = await signIn(person, `${SESSION}=${planted}`);
    const started = sessionIn(String(answer.headers["set-cookie"])) ?? "";
    expect([answer.status, started === planted]).toEqual([200, false]);
    expect([await isSignedIn(started), await isSignedIn(planted)]).toEqual([true, false]);
  });

  it("stays its own person's, and no more, if it's a real one", async () => {
    const attacker = await app.signUp({ name: "Eve" });
    const theirs = sessionIn(attacker.cookie) ?? "";
    const answer = await signIn(person, `${SESSION}=${theirs}`);
    const started = sessionIn(String(answer.headers["set-cookie"])) ?? "";
    expect([answer.status, started === theirs]).toEqual([200, false]);
    expect((await attacker.api("GET", "/me")).body.email).toBe(attacker.email);
    const mine = await rowsOf(
      app.platform.db,
      sql`select 1 from sessions where user_id = ${person.id} and token = ${theirs.split(".")[0]}`,
    );
    expect(mine).toEqual([]);
  });
});

describe("a request that another site makes a browser send", () => {
  const posts = [
    ...[...AUTH_PATHS.keys()].flatMap((key) => {
      const [method = "", path = ""] = key.split(" ");
      return method === "POST" ? [[method, `/api/auth/${path}`]] : [];
    }),
    ...listEndpoints()
      .filter(({ method, access }) => method !== "GET" && access.to !== "everyone")
      .map(({ method, path }) => [method, `/api/v1${path.replaceAll(/\{\w+\}/g, randomUUID())}`]),
  ] as [string, string][];

  it.each(posts)("is refused: %s %s", async (method, path) => {
    for (const origin of [`https://${EVIL}`, "null", `http://${EVIL}:80`]) {
      const headers = { cookie: person.cookie, origin };
      const { status, text } = await send(method, path, { headers, body: {} });
      expect([origin, status, text.includes("ORIGIN_REFUSED")]).toEqual([origin, 403, true]);
    }
    expect((await person.api("GET", "/me")).status).toBe(200);
  });
});

describe("a forged host", () => {
  const forged: Record<string, string>[] = [
    { host: EVIL },
    { "x-forwarded-host": EVIL, "x-forwarded-proto": "https" },
    { forwarded: `host=${EVIL};proto=https` },
    { "x-original-host": EVIL, "x-host": EVIL },
  ];

  it("isn't where links in e-mail lead", async () => {
    for (const [n, headers] of forged.entries()) {
      const { status } = await send("POST", "/api/auth/request-password-reset", {
        headers,
        body: { email: person.email },
      });
      expect([headers, status]).toEqual([headers, 200]);
      const mails = await app.mailsTo(person.email, /password/i, n + 1);
      const { publicUrl } = app.platform.instance;
      for (const { text } of mails)
        expect([text.includes(EVIL), text.includes(`${publicUrl}/`)]).toEqual([false, true]);
    }
  });

  it("isn't where anyone is sent", async () => {
    const paths = [
      "/dashboard",
      "/admin",
      "/auth/callback",
      "/login",
      "/nobodyhere",
      "/go/x",
      "/",
      "//x",
      "/a/../b",
    ];
    for (const headers of forged)
      for (const path of paths) {
        const { headers: answered, text } = await send("GET", path, { headers });
        const said = [answered.location ?? "", String(answered["set-cookie"] ?? ""), text].join("\n");
        expect([path, headers, said.includes(EVIL)]).toEqual([path, headers, false]);
      }
  });
});

it.each(["1.2.3.4.5", "256.256.256.256", "99999999999", "shop.1", "a.0x1"])(
  "a host that no URL could have, %s, is refused wherever it's asked for anything",
  async (host) => {
    for (const path of ["/", "/help", "/api/v1/instance", "/ada", "/health/live"])
      expect([path, (await send("GET", path, { headers: { host } })).status]).toEqual([path, 400]);
  },
);
