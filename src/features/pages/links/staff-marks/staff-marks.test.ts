import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  hidePage,
  labelPageAdult,
  showPage,
  unlabelPageAdult,
} from "#src/features/pages/profiles/staff-marks/staff-marks.ts";
import type { StaffRole } from "#src/lib/access.ts";
import { type StaffCtx, staffCtx } from "#src/platform/context.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { hideLink, labelLinkAdult, showLink, unlabelLinkAdult } from "./staff-marks.ts";

let app: TestApp;
let founder: Client;
let owner: Client;
let page: { id: string; username: string };
let count = 0;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp({ name: "Fay" });
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await app.signUp({ name: "Olga" });
  page = (await owner.api("POST", "/profiles", { name: `Page ${++count}` })).body;
});

const staff = (role: StaffRole): StaffCtx =>
  staffCtx(app.platform, {
    person: {
      id: founder.id,
      name: "Fay",
      email: "",
      email_verified: true,
      deletion_due_at: null,
      role,
    },
    role,
    sessionId: "",
  });
const add = async (link: object, to = page.id) =>
  (await owner.api("POST", `/profiles/${to}/links`, { title: "Tour", url: "https://tour.example", ...link }))
    .body.id as string;
const linkAt = async (id: string) =>
  (await owner.api("GET", `/profiles/${page.id}/links`)).body.items.find(
    (link: { id: string }) => link.id === id,
  );
const go = (id: string) => app.visitor().call("GET", `/go/${id}`);
const read = (path = `/${page.username}`) => app.visitor().call("GET", path);

describe("an address that staff hid on a page", () => {
  const hide = (id: string) => hideLink(staff("moderator"), { id, reason: "Phishing" });
  const show = (id: string) => showLink(staff("moderator"), { id, reason: "A mistake" });
  const isHidden = async (id: string) => (await linkAt(id)).staff_hidden !== null;

  it("stays hidden when its owner types it into a new link, whatever they do with the first", async () => {
    const id = await add({ url: "https://bad.example/a" });
    await hide(id);
    const typed = await owner.api("POST", `/profiles/${page.id}/links`, {
      ...{ title: "New", url: "http://www.BAD.example/a/#top" },
    });
    expect(typed.body.staff_hidden).toMatchObject({ reason: "Phishing" });
    expect(await isHidden(await add({ url: "https://bad.example/%61?utm_source=b" }))).toBe(true);
    expect(await isHidden(await add({ url: "https://bad.example/A" }))).toBe(false);
    await owner.api("PATCH", `/links/${id}`, { url: "https://good.example" });
    expect(await isHidden(await add({ url: "https://bad.example/a" }))).toBe(true);
    await owner.api("DELETE", `/links/${id}`);
    const other = await add({ url: "https://good.example/b" });
    expect(await isHidden(other)).toBe(false);
    const changed = await owner.api("PATCH", `/links/${other}`, { url: "https://bad.example/a" });
    expect(changed.body.staff_hidden).toMatchObject({ reason: "Phishing" });
    expect((await read()).body).not.toContain("bad.example/a");
    expect((await go(other)).status).toBe(404);
  });

  it("stays hidden in an A/B test, in what comes back from the trash, and after a move", async () => {
    const trashed = await add({ url: "https://bad.example/a" });
    await owner.api("DELETE", `/links/${trashed}`);
    await hide(await add({ url: "https://bad.example/a" }));
    await owner.api("POST", `/links/${trashed}/restore`);
    expect(await isHidden(trashed)).toBe(true);
    const urls = { link_a: "https://bad.example/a", link_b: "https://good.example" };
    expect(await isHidden(await add({ is_ab_test: true, ...urls }))).toBe(true);
    const elsewhere = (await owner.api("POST", "/profiles", { name: "Other" })).body.id;
    const there = await add({ url: "https://bad.example/a" }, elsewhere);
    const change = { action: "move", profile_id: page.id };
    const move = { change, selection: { ids: [there] }, undo_id: crypto.randomUUID() };
    expect((await owner.api("POST", "/links/changes", move)).status).toBe(200);
    expect(await isHidden(there)).toBe(true);
  });

  it("is hidden in each link there that leads to it, and shown in each when staff lift it", async () => {
    const first = await add({ url: "https://bad.example/a" });
    const twin = await add({ url: "https://bad.example/a?utm_source=x" });
    const other = await add({ url: "https://bad.example/b" });
    await hide(first);
    expect([await isHidden(twin), await isHidden(other)]).toEqual([true, false]);
    const later = await add({ url: "https://bad.example/a" });
    await show(later);
    for (const id of [first, twin, later]) expect(await isHidden(id)).toBe(false);
    await owner.api("PATCH", `/links/${first}`, { title: "Changed" });
    expect(await isHidden(first)).toBe(false);
  });
});

describe("a link that staff hid", () => {
  it("is gone from its page, from /go and from its preview at once, whatever its owner does", async () => {
    const id = await add({});
    expect((await read()).body).toContain("https://tour.example");
    expect((await go(id)).status).toBe(302);
    expect(await hideLink(staff("moderator"), { id, reason: "Phishing" })).toEqual({ changed: true });
    expect(await hideLink(staff("moderator"), { id, reason: "Again" })).toEqual({ changed: false });
    const isGone = async (link = id, path?: string) => {
      expect((await read(path)).body).not.toContain("tour.example");
      expect((await go(link)).status).toBe(404);
      expect((await go(`${link}+`)).body).not.toContain("tour.example");
    };
    await isGone();
    await owner.api("PATCH", `/links/${id}`, { is_visible: false });
    const changed = await owner.api("PATCH", `/links/${id}`, { is_visible: true, title: "New" });
    expect(changed.body).toMatchObject({ title: "New", staff_hidden: { reason: "Phishing" } });
    await isGone();
    await owner.api("DELETE", `/links/${id}`);
    await owner.api("POST", `/links/${id}/restore`);
    await isGone();
    const copy = (await owner.api("POST", `/links/${id}/duplicate`)).body;
    expect(copy.staff_hidden.reason).toBe("Phishing");
    await isGone(copy.id);
    const whole = { source_profile_id: page.id, new_profile_name: "Whole copy" };
    const copied = (await owner.api("POST", "/rpc/duplicate_profile", whole)).body;
    if (copied.username) await isGone(id, `/${copied.username}`);
    const found = (await owner.api("GET", "/links/search?q=status:hidden")).body.items;
    expect(found.map((link: { id: string }) => link.id)).toContain(id);
  });

  it("stays hidden in versions and drafts that come back", async () => {
    const id = await add({});
    const other = await owner.api("POST", "/profiles", { name: "Elsewhere" });
    const { items } = (await owner.api("GET", `/profiles/${page.id}/versions`)).body;
    expect(items).toBeDefined();
    await hideLink(staff("founder"), { id, reason: "Scam" });
    const draft = await owner.api("POST", `/profiles/${page.id}/draft`, {});
    expect(draft.status, JSON.stringify(draft.body)).toBeLessThan(300);
    const published = await owner.api("POST", `/profiles/${page.id}/draft/publish`, {});
    expect(published.status, JSON.stringify(published.body)).toBeLessThan(300);
    expect((await read()).body).not.toContain("tour.example");
    expect(other.status).toBeGreaterThan(0);
  });

  it("hides what's in a hidden group, too", async () => {
    const group = await add({ kind: "group", url: undefined, title: "More", content: {} });
    const id = await add({ parent_id: group });
    expect((await go(id)).status).toBe(302);
    await hideLink(staff("moderator"), { id: group, reason: "Spam" });
    expect((await go(id)).status).toBe(404);
    expect((await read()).body).not.toContain("tour.example");
  });

  it("tells its owner once, with the reason, and shows it again when staff do", async () => {
    const id = await add({});
    await hideLink(staff("moderator"), { id, reason: "It leads to malware" });
    const mail = await app.mailTo(owner.email, /has been hidden/);
    expect(mail.text).toContain("It leads to malware");
    const told = (await owner.api("GET", "/audit")).body.items.map(({ what }: { what: string }) => what);
    expect(told).toContain("Hid a link: It leads to malware");
    await showLink(staff("moderator"), { id, reason: "It was cleaned", isMailed: false });
    expect((await go(id)).status).toBe(302);
    expect((await linkAt(id)).staff_hidden).toBeNull();
    expect(await eventsOf(app, id)).toMatchObject([
      {},
      { name: "link.marked_by_staff", payload: { mark: "hidden", is_on: true, count: 1 } },
      { name: "link.marked_by_staff", payload: { is_on: false, reason: "It was cleaned" } },
    ]);
    expect((await app.mailsTo(owner.email, /hidden|shown/, 1)).length).toBe(1);
  });
});

describe("a page that staff hid", () => {
  it("is 410 with everything on it, until staff show it", async () => {
    const id = await add({});
    expect((await read()).status).toBe(200);
    await hidePage(staff("moderator"), { id: page.id, reason: "It pretends to be a bank" });
    const isGone = async () => {
      expect((await read()).status).toBe(410);
      expect((await go(id)).status).toBe(404);
    };
    await isGone();
    expect((await read(`/${page.username}/qr.svg`)).status).not.toBe(200);
    await owner.api("PUT", `/profiles/${page.id}/status`, { status: "inactive" });
    const on = await owner.api("PUT", `/profiles/${page.id}/status`, { status: "active" });
    expect(on.body.staff_hidden.reason).toBe("It pretends to be a bank");
    await isGone();
    await owner.api("PATCH", `/profiles/${page.id}`, { username: `renamed${count}` });
    expect((await read(`/renamed${count}`)).status).toBe(410);
    await owner.api("DELETE", `/profiles/${page.id}`);
    await owner.api("POST", `/profiles/${page.id}/restore`);
    expect((await read(`/renamed${count}`)).status).toBe(410);
    await showPage(staff("admin"), { id: page.id, reason: "It was a mistake" });
    expect((await read(`/renamed${count}`)).status).toBe(200);
    expect((await go(id)).status).toBe(302);
    expect((await app.mailTo(owner.email, /is shown again/)).text).toContain("It was a mistake");
  });
});

describe("adult content", () => {
  it("asks visitors for their age before the link, or before every link of the page", async () => {
    const [one, two] = [await add({}), await add({ url: "https://two.example" })];
    await labelLinkAdult(staff("moderator"), { id: one, reason: "Nudity" });
    await owner.api("PATCH", `/links/${one}`, { show_adult_warning: false });
    expect((await go(one)).status).toBe(200);
    expect((await go(two)).status).toBe(302);
    await labelPageAdult(staff("moderator"), { id: page.id, reason: "Nudity" });
    expect((await go(two)).status).toBe(200);
    expect((await linkAt(one)).staff_adult.reason).toBe("Nudity");
    await unlabelPageAdult(staff("moderator"), { id: page.id, reason: "Fine" });
    await unlabelLinkAdult(staff("moderator"), { id: one, reason: "Fine" });
    expect([(await go(one)).status, (await go(two)).status]).toEqual([302, 302]);
  });
});

it("staff need a reason, a page or link that's there, and an owner who isn't above them", async () => {
  const id = await add({});
  const moderator = staff("moderator");
  await expect(hideLink(moderator, { id, reason: " " })).rejects.toMatchObject({
    code: "MARK_REASON_MISSING",
  });
  await expect(hidePage(moderator, { id: page.id, reason: "" })).rejects.toMatchObject({
    code: "MARK_REASON_MISSING",
  });
  for (const gone of [owner.id, "\0", page.id])
    await expect(hideLink(moderator, { id: gone, reason: "x" })).rejects.toMatchObject({
      code: "LINK_NOT_FOUND",
    });
  await expect(hidePage(moderator, { id, reason: "x" })).rejects.toMatchObject({ code: "PROFILE_NOT_FOUND" });
  await app.platform.db.execute(sql`update users set role = 'support' where id = ${owner.id}`);
  const refused = { code: "OWNER_IS_STAFF" };
  await expect(hideLink(moderator, { id, reason: "x" })).rejects.toMatchObject(refused);
  await expect(hidePage(moderator, { id: page.id, reason: "x" })).rejects.toMatchObject(refused);
  expect(await hidePage(staff("founder"), { id: page.id, reason: "x" })).toEqual({ changed: true });
});
