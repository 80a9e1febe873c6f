// @project server-postgres
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

let app: TestApp;
let owner: Client;
let username: string;
let linkId: string;
let profileId: string;
beforeAll(async () => {
  app = await startApp({ ROLES: "web" });
  owner = await app.signUp();
  const { id, username: name } = (await owner.api("POST", "/profiles", { name: "Mia" })).body;
  [username, profileId] = [name, id];
  const link = { title: "One", url: "https://one.example" };
  linkId = (await owner.api("POST", `/profiles/${id}/links`, link)).body.id;
});
afterAll(() => app?.close());

const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(app.url + path, { method, redirect: "manual", headers: { cookie: owner.cookie, ...headers } });

describe("a wrong method", () => {
  it.each([
    ["DELETE", "/api/v1/profiles", "GET, HEAD, POST, OPTIONS"],
    ["PUT", "/api/v1/profiles/", "GET, HEAD, POST, OPTIONS"],
    ["PUT", "/api/v1/media", "GET, HEAD, POST, OPTIONS"],
    ["POST", "/api/v1/me", "GET, HEAD, PATCH, DELETE, OPTIONS"],
    ["POST", "/api/v1/openapi.json", "GET, HEAD, OPTIONS"],
    ["GET", "/api/auth/sign-in/email", "POST, OPTIONS"],
    ["DELETE", "/api/auth/get-session", "GET, HEAD, OPTIONS"],
    ["GET", "/api/v1/clicks", "POST, OPTIONS"],
    ["DELETE", "/go/LINK", "GET, HEAD, POST, OPTIONS"],
    ["POST", "/health/live", "GET, HEAD, OPTIONS"],
    ["PUT", "/metrics", "GET, HEAD, OPTIONS"],
    ["POST", "/robots.txt", "GET, HEAD, OPTIONS"],
    ["POST", "/", "GET, HEAD, OPTIONS"],
    ["DELETE", "/help", "GET, HEAD, OPTIONS"],
    ["POST", "/USERNAME", "GET, HEAD, OPTIONS"],
    ["PATCH", "/USERNAME/share.jpg", "GET, HEAD, OPTIONS"],
    ["POST", "/media/x.webp", "GET, HEAD, OPTIONS"],
  ])("%s %s gets 405, and says which there are: %s", async (method, path, allow) => {
    const at = path.replace("LINK", linkId).replace("USERNAME", username);
    const answer = await ask(method, at);
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, allow]);
    const { code, message } = (await answer.json()) as { code: string; message: string };
    expect([code, message]).toEqual(["METHOD_NOT_ALLOWED", `This URL only answers ${allow}.`]);
    const options = await ask("OPTIONS", at);
    expect([options.status, options.headers.get("allow"), await options.text()]).toEqual([204, allow, ""]);
  });

  it.each([
    ["POST", "/api/v1/nothing"],
    ["POST", "/nothing/at/all"],
    ["GET", "/media/nothing.webp"],
    ["DELETE", "/api/auth/nothing"],
    ["OPTIONS", "/api/v1/nothing"],
  ])("where there's nothing, %s %s is still not found", async (method, path) => {
    expect((await ask(method, path)).status).toBe(404);
  });
});

describe("HEAD", () => {
  it.each(["/api/v1/profiles", "/api/v1/me", "/api/v1/openapi.json", "/health/live", "/help", "/USERNAME"])(
    "of %s is GET without a body",
    async (path) => {
      const at = path.replace("USERNAME", username);
      const [got, head] = [await ask("GET", at), await ask("HEAD", at)];
      expect([head.status, await head.text()]).toEqual([got.status, ""]);
      for (const name of ["content-type", "etag", "cache-control", "vary"])
        expect(head.headers.get(name), name).toBe(got.headers.get(name));
    },
  );

  it("of a stream ends at once, and of what's missing says so", async () => {
    const stream = await ask("HEAD", "/api/v1/stream");
    expect([stream.status, await stream.text()]).toEqual([200, ""]);
    expect((await ask("HEAD", `/api/v1/profiles/${randomUUID()}`)).status).toBe(404);
    const nobody = await fetch(`${app.url}/api/v1/profiles`, { method: "HEAD" });
    expect([nobody.status, nobody.headers.get("www-authenticate")]).toEqual([401, 'Bearer realm="API"']);
  });
});

describe("whoever already has an answer", () => {
  it.each(["/USERNAME", "/help", "/api/v1/openapi.json", "/favicon.svg"])(
    "is told that %s is the same, by any form of its tag, and each encoding has its own",
    async (path) => {
      const at = path.replace("USERNAME", username);
      const tags = [];
      for (const encoding of ["identity", "gzip"]) {
        const first = await ask("GET", at, { "accept-encoding": encoding });
        if (first.status === 404) return;
        const tag = first.headers.get("etag") ?? "";
        tags.push(tag);
        expect(first.headers.get("vary")).toContain("Accept-Encoding");
        const forms = [tag, `W/${tag}`, `"other", ${tag}`, `W/"other" , W/${tag}`, "*"];
        for (const form of forms) {
          for (const method of ["GET", "HEAD"]) {
            const headers = { "accept-encoding": encoding, "if-none-match": form };
            const again = await ask(method, at, headers);
            expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", tag]);
            expect(again.headers.get("content-encoding")).toBeNull();
          }
        }
        const other = { "accept-encoding": encoding, "if-none-match": '"other"' };
        expect((await ask("GET", at, other)).status).toBe(200);
      }
      expect(new Set(tags).size).toBe(2);
    },
  );
});

describe("a body", () => {
  const send = (type: string, body: BodyInit, method = "PATCH") =>
    fetch(`${app.url}/api/v1/me`, { method, headers: { cookie: owner.cookie, "content-type": type }, body });

  it.each([
    "application/json",
    "Application/Json",
    "APPLICATION/JSON; Charset=UTF-8",
    'application/json;charset="utf-8"',
    "application/json ; odata=verbose",
  ])("is read as %s", async (type) => {
    const name = `Mia ${type}`.slice(0, 40);
    const answer = await send(type, JSON.stringify({ name }));
    expect([answer.status, ((await answer.json()) as { name: string }).name]).toEqual([200, name]);
  });

  it.each(["text/plain", "application/jsonp", "application/xml", "application/json; charset=utf-16", "json"])(
    "isn't read as %s",
    async (type) => {
      const answer = await send(type, JSON.stringify({ name: "No" }));
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        415,
        "UNSUPPORTED_MEDIA_TYPE",
      ]);
    },
  );

  it("may begin with a byte order mark", async () => {
    const answer = await send("application/json", `\ufeff${JSON.stringify({ name: "Marked" })}`);
    expect(((await answer.json()) as { name: string }).name).toBe("Marked");
  });
});

describe("what nobody knows", () => {
  it.each([
    ["PATCH", "/me", { nmae: "Mia" }, ["nmae"]],
    ["PATCH", "/me", { name: "Mia", colour: 1, size: 2 }, ["colour", "size"]],
    ["POST", "/profiles", { name: "Mia", nam: "x" }, ["nam"]],
    ["POST", "/keys", { name: "K", scopes: ["links.see"], scope: "x" }, ["scope"]],
    ["GET", "/profiles?filter=x", undefined, ["filter"]],
    ["GET", "/contacts?limitt=10", undefined, ["limitt"]],
    ["GET", "/me?verbose=1", undefined, ["verbose"]],
    ["POST", "/profiles?dry_run=true", { name: "Mia" }, ["dry_run"]],
  ])("is refused by its name: %s %s", async (method, path, body, names) => {
    const { status, body: answer } = await owner.api(method, path, body);
    expect([status, answer.code, Object.keys(answer.data.fields)]).toEqual([400, "BAD_REQUEST", names]);
    expect(answer.message).toBe(`${names[0]}: We don’t know this field. Check its name.`);
  });

  it("is left out for whoever asks for that, such as the dashboard's forms", async () => {
    const answer = await fetch(`${app.url}/api/v1/me`, {
      method: "PATCH",
      headers: { cookie: owner.cookie, "content-type": "application/json", prefer: "handling=lenient" },
      body: JSON.stringify({ name: "Mia", nmae: "x" }),
    });
    expect([answer.status, ((await answer.json()) as { name: string }).name]).toEqual([200, "Mia"]);
  });

  it("is which one is meant if the body names another than the URL", async () => {
    const [one, other] = [profileId, randomUUID()];
    const refused = await owner.api("PATCH", `/profiles/${one}`, { id: other, notes: "x" });
    expect([refused.status, refused.body.data]).toEqual([
      400,
      { fields: { id: "The URL names another one." } },
    ]);
    const escaped = `{"\\u0069d":"${other}","notes":"x"}`;
    expect((await owner.api("PATCH", `/profiles/${one}`, escaped)).status).toBe(400);
    expect((await owner.api("PATCH", `/profiles/${one}`, { id: one, notes: "x" })).status).toBe(200);
  });

  it("is passed over in beacons, which older pages send", async () => {
    const { status } = await app.visitor().api("POST", "/clicks", { events: [], of_old: true });
    expect(status).not.toBe(500);
    expect((await owner.api("GET", `/profiles?account=${owner.id}`)).status).toBe(200);
  });
});
