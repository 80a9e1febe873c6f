// @project server-postgres
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PREFERENCES_PATH } from "#src/lib/paths.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { pauseAfterSoftBounces, suppress, unsubscribePath } from "./consent.ts";

let app: TestApp;
let owner: Client;
let id: string;
let url: string;

beforeAll(async () => {
  app = await startApp({ ROLES: "web", TRUSTED_PROXIES: "loopback" });
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await app.signUp({ name: "Mia Moreno" });
  id = (await owner.api("POST", "/contacts", { email: "nora@fans.example", name: "Nora" })).body.id;
  const link = { account: owner.id, contact_id: id, email: "nora@fans.example", batch_id: randomUUID() };
  url = app.url + unsubscribePath(app.platform, link);
});

const open = async (at = url) => {
  const answer = await fetch(at, { headers: { accept: "text/html" } });
  return { status: answer.status, text: await answer.text() };
};
const post = (fields: Record<string, string>, at = url) =>
  fetch(at, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
const choose = async (action: string, more = {}) => (await post({ action, ...more })).status;
const contact = async () => (await owner.api("GET", `/contacts/${id}`)).body;
const told = async () =>
  (await eventsOf(app)).filter(({ account }) => account === owner.id).map(({ name }) => name);

describe("the link in an e-mail to a fan", () => {
  it("unsubscribes with an inbox's one POST, without a session, years later", async () => {
    app.clock.advance(3 * 365 * DAY_MS);
    expect((await post({ "List-Unsubscribe": "One-Click" })).status).toBe(200);
    expect((await contact()).status).toBe("unsubscribed");
    expect((await fetch(url, { method: "POST" })).status).toBe(200);
    expect((await told()).filter((name) => name === "contact.unsubscribed")).toHaveLength(1);
  });

  it("takes an inbox's POST as a multipart form, too", async () => {
    const form = new FormData();
    form.set("List-Unsubscribe", "One-Click");
    expect((await fetch(url, { method: "POST", body: form })).status).toBe(200);
    expect((await contact()).status).toBe("unsubscribed");
  });

  it.each([
    ["of another type", { "content-type": "text/plain" }, "List-Unsubscribe=One-Click"],
    ["in JSON", { "content-type": "application/json" }, '{"List-Unsubscribe":"One-Click"}'],
    ["without a type", {}, new Blob(["List-Unsubscribe=One-Click"])],
    [
      "of a type in capitals",
      { "content-type": "APPLICATION/X-WWW-FORM-URLENCODED" },
      "List-Unsubscribe=One-Click",
    ],
    ["in parts without a boundary", { "content-type": "multipart/form-data" }, "List-Unsubscribe=One-Click"],
    ["that's too long", { "content-type": "text/plain" }, "x".repeat(20_000)],
    ["from a page of the inbox", { origin: "https://inbox.example" }, undefined],
    ["that's empty", { "content-type": "application/x-www-form-urlencoded" }, ""],
  ])("5.10.3 obeys any POST (RFC 8058): one %s", async (_, headers, body) => {
    const sent = { method: "POST", headers: headers as Record<string, string> };
    expect((await fetch(url, body === undefined ? sent : { ...sent, body })).status).toBe(200);
    expect((await contact()).status).toBe("unsubscribed");
  });

  it.each([".", ">", "%20", "&utm_source=x"])("opens with %j after it", async (after) => {
    const answer = await fetch(url + after);
    expect(answer.status).toBe(200);
    expect(answer.redirected).toBe(true);
    expect(answer.url.startsWith(url)).toBe(true);
  });

  it("works while a deletion can be undone, and what it stopped stays stopped", async () => {
    const undo_id = randomUUID();
    await owner.api("POST", "/contacts/delete", { selection: { ids: [id] }, undo_id });
    expect((await post({ "List-Unsubscribe": "One-Click" })).status).toBe(200);
    expect((await owner.api("POST", "/contacts/restore", { undo_id })).body.restored).toBe(1);
    expect((await contact()).status).toBe("unsubscribed");
  });

  it("erases them for good while a deletion can be undone", async () => {
    const other = (await owner.api("POST", "/contacts", { email: "zoe@fans.example" })).body.id;
    const undo_id = randomUUID();
    await owner.api("POST", "/contacts/delete", { selection: { ids: [id, other] }, undo_id });
    expect(await choose("erase")).toBe(200);
    expect((await owner.api("POST", "/contacts/restore", { undo_id })).body).toEqual({
      restored: 1,
      taken: 0,
    });
    expect((await owner.api("GET", "/contact-requests")).body.items).toMatchObject([{ id, by: null }]);
    const again = await owner.api("POST", "/contacts", { email: "nora@fans.example" });
    expect(again.body.status).toBe("blocked");
  });

  it("5.10.5 GET and HEAD change nothing, whatever is appended, and the page says whose e-mail it's about", async () => {
    const before = [await contact(), await told()];
    const scanned = [
      url,
      `${url}?action=unsubscribe`,
      `${url}?List-Unsubscribe=One-Click`,
      `${url}?action=erase`,
    ];
    for (const at of scanned)
      for (const method of ["GET", "HEAD"]) expect((await fetch(at, { method })).status).toBe(200);
    const { text } = await open();
    expect(text).toContain("Mia Moreno");
    expect(text).toContain("nora@fans.example");
    expect([await contact(), await told()]).toEqual(before);
  });

  it.each([
    ["changed", (token: string) => (token.startsWith("A") ? "B" : "A") + token.slice(1)],
    [
      "with another proof",
      (token: string) => token.slice(0, -4) + (token.endsWith("AAAA") ? "BBBA" : "AAAA"),
    ],
    ["cut off", (token: string) => token.slice(0, -1)],
    ["made up", () => "x"],
  ])("isn't found if it's %s", async (_what, change) => {
    const token = url.split("/").at(-1) ?? "";
    const forged = `${app.url}${PREFERENCES_PATH}/${change(token)}`;
    const from = { "x-forwarded-for": "93.184.215.14" };
    expect((await fetch(forged, { headers: from })).status).toBe(404);
    expect((await fetch(forged, { method: "POST", headers: from })).status).toBe(404);
    expect((await contact()).status).toBe("new");
  });

  it("pauses for 30 days, ends the pause, and takes a reason for leaving", async () => {
    expect(await choose("pause")).toBe(200);
    const left = Date.parse((await contact()).paused_until) - app.clock.now().getTime();
    expect(Math.round(left / DAY_MS)).toBe(30);
    expect((await open()).text).toContain("End the pause");
    await choose("resume");
    expect((await contact()).paused_until).toBeNull();
    await choose("unsubscribe");
    for (const reason of ["too_many", "too_many"]) await choose("reason", { reason });
    const { items } = (await owner.api("GET", `/contacts/${id}/timeline`)).body;
    expect(items.filter(({ kind }: { kind: string }) => kind === "left")).toMatchObject([
      { data: { reason: "too_many" } },
    ]);
  });

  it("never shortens a pause, and limits changes but not unsubscribing", async () => {
    const until = new Date(app.clock.now().getTime() + 90 * DAY_MS).toISOString();
    await pauseAfterSoftBounces(app.platform, { account: owner.id, id, until });
    for (let times = 0; times < 30; times++) expect(await choose("pause")).toBe(200);
    expect((await contact()).paused_until).toBe(until);
    expect(await choose("pause")).toBe(429);
    expect(await choose("unsubscribe")).toBe(200);
    expect((await contact()).status).toBe("unsubscribed");
  });

  it("sends fewer e-mails to who asked for them, and lists who wants a copy or was erased", async () => {
    await choose("weekly");
    expect((await contact()).mail_every_days).toBe(7);
    expect((await open()).text).toContain("one a week at most");
    await choose("always");
    expect((await contact()).mail_every_days).toBeNull();
    expect(await (await post({ action: "copy" })).text()).toContain("like a copy");
    await choose("copy");
    expect((await told()).filter((name) => name === "contact.asked")).toHaveLength(1);
    await choose("erase");
    const { items } = (await owner.api("GET", "/contact-requests")).body;
    expect(items).toMatchObject([
      { kind: "erasure", by: null, report: { leads: 1, consents: 0, events: 6 } },
      { kind: "access", by: null },
    ]);
    expect(JSON.stringify(items)).not.toContain("nora");
    const other = (await owner.api("POST", "/contacts", { email: "zoe@fans.example" })).body;
    await owner.api("DELETE", `/contacts/${other.id}`);
    const [newest] = (await owner.api("GET", "/contact-requests")).body.items;
    expect(newest).toMatchObject({ id: other.id, kind: "erasure", by: "Mia Moreno" });
    expect((await owner.api("GET", "/contact-requests?cursor=x")).body.code).toBe("CURSOR_INVALID");
  });

  it("subscribes again, but never lifts what wasn't the person's wish", async () => {
    await choose("unsubscribe");
    await choose("resume");
    expect((await contact()).status).toBe("confirmed");
    expect((await contact()).consents).toMatchObject([{ state: "confirmed", method: "link" }]);
    expect(await told()).toContain("contact.resubscribed");
    await suppress(app.platform, { account: owner.id, email: "nora@fans.example", reason: "complaint" });
    await choose("resume");
    expect((await contact()).status).toBe("complained");
  });

  it("erases them, and still unsubscribes the address when someone adds it again", async () => {
    expect(await choose("erase")).toBe(200);
    expect((await owner.api("GET", `/contacts/${id}`)).status).toBe(404);
    expect((await open()).text).toContain("not on this list");
    const again = (await owner.api("POST", "/contacts", { email: "nora@fans.example" })).body;
    expect(again.status).toBe("blocked");
    await owner.api("DELETE", `/contacts/${again.id}`);
    const other = (await owner.api("POST", "/contacts", { email: "zoe@fans.example" })).body;
    const at =
      app.url +
      unsubscribePath(app.platform, { account: owner.id, contact_id: other.id, email: "zoe@fans.example" });
    await owner.api("DELETE", `/contacts/${other.id}`);
    expect((await post({}, at)).status).toBe(200);
    id = (await owner.api("POST", "/contacts", { email: "zoe@fans.example" })).body.id;
    expect((await contact()).status).toBe("unsubscribed");
    expect((await post({ action: "resume" }, at)).status).toBe(200);
    expect((await contact()).status).toBe("confirmed");
  });
});
