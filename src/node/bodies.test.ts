// @project server-postgres
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

let app: TestApp;
let owner: Client;
beforeAll(async () => {
  app = await startApp();
  owner = await app.signUp();
});
afterAll(() => app.close());

const MEGABYTE = 1024 * 1024;

interface Begun {
  path: string;
  type?: string;
  length?: number;
  begin?: Buffer;
  cookie?: string;
}

/** The response to a request whose body never ends. */
function begin({ path, type = "application/json", length = 10 * MEGABYTE, begin, cookie }: Begun) {
  return new Promise<{ status: number; body: { code: string; request_id: string } }>((resolve, reject) => {
    const headers = { "content-type": type, "content-length": length, ...(cookie ? { cookie } : {}) };
    const sent = request(app.url + path, { method: "POST", headers }, async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      sent.destroy();
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
    });
    sent.on("error", reject);
    sent.write(begin ?? "{");
  });
}

const keys = (count: number) => Array.from({ length: count }, (_, index) => `key${index}=1`).join("&");
const deep = (levels: number) => `{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`;

describe("a request's body", () => {
  it("isn't read before its caller is admitted", async () => {
    expect(await begin({ path: "/api/v1/profiles" })).toMatchObject({ status: 401 });
    expect(await begin({ path: "/api/v1/media", type: "multipart/form-data; boundary=x" })).toMatchObject({
      status: 401,
      body: { code: "UNAUTHORIZED", request_id: expect.any(String) },
    });
    expect(await begin({ path: "/api/v1/nowhere" })).toMatchObject({ status: 404 });
  });

  it("counts for nothing if its sender loses access before its end is there", async () => {
    const form = { name: "Slow", scopes: ["profiles.see", "profiles.edit"] };
    const { id, key } = (await owner.api("POST", "/keys", form)).body;
    const body = JSON.stringify({ name: "Late" });
    const headers = {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "content-length": body.length,
    };
    const sent = request(`${app.url}/api/v1/profiles`, { method: "POST", headers });
    const answered = once(sent, "response");
    sent.write(body.slice(0, 5));
    const calls = sql`select 1 from rate_limits where key like 'key-calls%'`;
    await vi.waitUntil(async () => (await rowsOf(app.platform.db, calls)).length > 0, { timeout: 20_000 });
    expect((await owner.api("DELETE", `/keys/${id}`)).status).toBe(200);
    sent.end(body.slice(5));
    const [response] = (await answered) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(401);
    const { items } = (await owner.api("GET", "/profiles")).body;
    expect(items.map(({ name }: { name: string }) => name)).not.toContain("Late");
  });

  it("isn't read if it's declared too large", async () => {
    const { cookie } = owner;
    expect(await begin({ path: "/api/v1/profiles", cookie })).toMatchObject({ status: 413 });
    expect(await begin({ path: "/api/auth/sign-in/email" })).toMatchObject({ status: 413 });
    expect(await begin({ path: "/api/v1/clicks" })).toMatchObject({ status: 413 });
    const form = { type: "application/x-www-form-urlencoded" };
    expect(await begin({ path: "/nora/lead", ...form })).toMatchObject({ status: 413 });
    expect(await begin({ path: "/help/report", ...form })).toMatchObject({ status: 413 });
  });

  it("of 26 MB is answered with 413 rather than a broken pipe", async () => {
    const form = new FormData();
    form.set("file", new File([new Uint8Array(26 * MEGABYTE)], "large.png"));
    const answer = await owner.api("POST", "/media", form);
    expect(answer).toMatchObject({ status: 413, body: { code: "BODY_TOO_LARGE" } });
    expect(answer.body.message).toBe("That’s too large. You can send up to 25 MB at once.");
  });

  it("is JSON below /api, whatever else it could be read as", async () => {
    const types = ["application/x-www-form-urlencoded", "application/xml", "text/plain", ""];
    for (const type of types) {
      const answer = await owner.call("POST", "/api/v1/profiles", "<name>Nora</name>", {
        "content-type": type,
      });
      expect([type, answer.status, answer.body.code]).toEqual([type, 415, "UNSUPPORTED_MEDIA_TYPE"]);
    }
    const form = keys(95_000);
    for (const path of ["/api/v1/profiles", "/api/auth/sign-in/email", "/api/v1/rpc/insert_fan_lead"]) {
      const answer = await owner.call("POST", path, form, {
        "content-type": "application/x-www-form-urlencoded",
      });
      expect([path, answer.status]).toEqual([path, 415]);
    }
    const disposition = { "content-disposition": 'attachment; filename="a.json"' };
    const named = await owner.call("POST", "/api/v1/profiles", { name: "Nora" }, disposition);
    expect(named.status).toBe(201);
  });

  it("is one object with at most 32 levels and 5,000 values", async () => {
    for (const [body, sentence] of [
      ['[{"name":"Nora"}]', /JSON object/],
      ['"Nora"', /JSON object/],
      ["<name>Nora</name>", /JSON object/],
      [deep(5000), /more than 32 levels/],
      [`{"name":"Nora","tags":[${"1,".repeat(6000)}1]}`, /more than 5000 values/],
    ] as const) {
      for (const path of ["/api/v1/profiles", "/api/auth/sign-in/email", "/api/v1/views"]) {
        const answer = await owner.call("POST", path, body);
        expect([path, answer.status, answer.body.code]).toEqual([path, 400, "BAD_REQUEST"]);
        expect(answer.body.message).toMatch(sentence);
      }
    }
    const quoted = await owner.api("POST", "/profiles", { name: "N", notes: '{[,:"\\'.repeat(500) });
    expect(quoted.status).not.toBe(413);
    expect(quoted.body.message ?? "").not.toMatch(/levels|values/);
  });

  it("is a form only where there's a form, with no more fields than that", async () => {
    const form = { "content-type": "application/x-www-form-urlencoded" };
    for (const path of ["/nora/lead", "/help/report"]) {
      expect((await owner.call("POST", path, keys(95_000), form)).status).toBe(413);
      expect((await owner.call("POST", path, keys(100), form)).status).toBe(400);
      expect((await owner.call("POST", path, { name: "Nora" })).status).toBe(415);
    }
    const parts = new FormData();
    for (let part = 0; part < 20; part++) parts.set(`part${part}`, "x");
    expect(await owner.api("POST", "/media", parts)).toMatchObject({
      status: 400,
      body: { code: "BAD_REQUEST" },
    });
  });
});

describe("a refused sign-in", () => {
  it("has the same format as every other refusal", async () => {
    const wrong = await app.visitor().call("POST", "/api/auth/sign-in/email", {
      email: owner.email,
      password: "not the password",
    });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({
      code: "INVALID_EMAIL_OR_PASSWORD",
      message: "That e-mail address or password is wrong. Try again or reset your password.",
      request_id: wrong.headers.get("x-request-id"),
    });
    const reset = { token: "made up", newPassword: "another long passphrase" };
    const answer = await app.visitor().call("POST", "/api/auth/reset-password", reset);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body).sort()).toEqual(["code", "message", "request_id"]);
  });
});

/** How many answers come to requests that are sent at once on one connection, the last of which closes it. */
function answersTo(count: number): Promise<number> {
  const path = "/api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n";
  const socket = connect(Number(new URL(app.url).port), "localhost");
  socket.write(`${`GET ${path}\r\n`.repeat(count - 1)}GET ${path}Connection: close\r\n\r\n`);
  return new Promise((resolve) => {
    let text = "";
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("close", () => resolve(text.split("HTTP/1.1 200 OK").length - 1));
  });
}

it("requests that pile up on one connection close it, so that nobody's unread answers fill the memory", async () => {
  expect(await answersTo(4)).toBe(4);
  expect(await answersTo(300)).toBeLessThan(50);
});

/** Asks 40 times at once, and reads nothing. Resolves once every answer is made. */
async function leaveUnread(path: string): Promise<Socket[]> {
  const answered = async () => {
    const { body } = await app.visitor().call("GET", "/metrics");
    return Number(/request_duration_seconds_count\{method="GET",status="200"\} (\d+)/.exec(body)?.[1] ?? 0);
  };
  const before = await answered();
  const sockets = Array.from({ length: 10 }, () => {
    const socket = connect(Number(new URL(app.url).port), "localhost").pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(4));
    return socket;
  });
  await vi.waitUntil(async () => (await answered()) >= before + 40, { timeout: 30_000 });
  return sockets;
}

it("answers that nobody reads share the bytes of what's the same for everyone", async () => {
  const file = readdirSync("dist/client/assets").find((name) => /^swagger-ui-bundle.*\.js$/.test(name));
  for (const path of ["/api/v1/openapi.json", `/assets/${file}`]) {
    await app.visitor().call("GET", path);
    const before = process.memoryUsage().arrayBuffers;
    const unread = await leaveUnread(path);
    expect(process.memoryUsage().arrayBuffers - before, path).toBeLessThan(10 * MEGABYTE);
    for (const socket of unread) socket.destroy();
  }
});
