// @project server-postgres
import { afterAll, beforeAll, expect, it } from "vitest";
import { momentIn } from "#src/lib/time-zones.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import type { DraftJob } from "./draft-job.ts";
import { takeUpOverdue, turnPage } from "./publication.ts";

const MINUTE_MS = 60_000;
const CALLS = [
  ["GET", "/draft"],
  ["POST", "/draft"],
  ["POST", "/draft/publish"],
  ["POST", "/draft/cancel"],
  ["DELETE", "/draft"],
] as const;
const NOBODY = "0190aaaa-bbbb-7ccc-8ddd-0000000000ff";

let app: TestApp;
let owner: Client;
beforeAll(async () => {
  // Jobs run when a test says so.
  app = await startApp({ ROLES: "web" });
  owner = await app.signUp({ name: "Mia Moreno" });
});
afterAll(() => app?.close());

const ok = async (method: string, path: string, body?: object) => {
  const answer = await owner.api(method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
};
const makePage = (name: string) => ok("POST", "/profiles", { name });
const addLink = (id: string, link: object) =>
  ok("POST", `/profiles/${id}/links`, { url: "https://a.example", ...link });
const draftOf = (id: string) => ok("POST", `/profiles/${id}/draft`);
const publish = (id: string, times: object = {}, client = owner) =>
  client.api("POST", `/profiles/${id}/draft/publish`, times);
const rowsOf = async (id: string) => (await ok("GET", `/profiles/${id}/links`)).items;
const titlesOf = async (id: string) => (await rowsOf(id)).map(({ title }: { title: string }) => title).join();
const seenBy = async (username: string) => (await app.visitor().call("GET", `/${username}`)).body;
const turnsOf = async (profile_id: string) =>
  (
    await app.platform.database.run<{ data: DraftJob }>(
      {
        name: "list_turns",
        text: "select data->'data' as data from jobs.job where data->>'job' = 'page-drafts.turn' and data->'data'->>'profile_id' = $1 order by data->'data'->>'at'",
      },
      [profile_id],
    )
  ).map(({ data }) => data);
const turn = (profile_id: string, does: DraftJob["does"], at: string) =>
  turnPage(app.platform, { account: owner.id, profile_id, does, at });
const inMinutes = (minutes: number) =>
  new Date(app.clock.now().getTime() + minutes * MINUTE_MS).toISOString();
const lastEvent = async (id: string) => (await eventsOf(app, id)).at(-1);
const run = (name: string, text: string, values: unknown[] = []) =>
  app.platform.database.run({ name, text }, values);

it("a draft changes what it changed, and what was edited on the page meanwhile stays", async () => {
  const page = await makePage("Mia Sings");
  const slots = (await ok("GET", "/slots")).used_slots;
  await ok("PATCH", `/profiles/${page.id}`, { public_notes: "Old words", display_name: "Mia" });
  const group = await addLink(page.id, { kind: "group", title: "Music", url: "" });
  const inside = await addLink(page.id, { title: "Inside", parent_id: group.id });
  const shop = await addLink(page.id, { title: "Shop", short_name: "miashop", password: "open sesame" });
  const gone = await addLink(page.id, { title: "Gone" });

  const { draft_id, ...made } = await draftOf(page.id);
  expect(made).toMatchObject({
    profile_id: page.id,
    page_name: "Mia Sings",
    publish_at: null,
    is_live: false,
  });
  expect(made.changes).toMatchObject({ parts: [], added: 0, changed: 0, removed: 0, is_reordered: false });
  // Both ask for the one that there is.
  expect((await draftOf(draft_id)).draft_id).toBe(draft_id);
  const draft = await ok("GET", `/profiles/${draft_id}`);
  expect(draft).toMatchObject({ name: "Mia Sings", status: "inactive", draft_of: page.id, link_count: 3 });
  expect((await ok("GET", "/slots")).used_slots).toBe(slots);
  expect((await app.visitor().call("GET", `/${draft.username}`)).status).toBe(410);

  const copies = await rowsOf(draft_id);
  const copyOf = (title: string) => copies.find((one: { title: string }) => one.title === title);
  await ok("PATCH", `/profiles/${draft_id}`, { public_notes: "New words", theme_settings: { font: "lora" } });
  await ok("DELETE", `/links/${copyOf("Gone").id}`);
  await ok("PATCH", `/links/${copyOf("Shop").id}`, { title: "Store", password: "new sesame" });
  const launch = await addLink(draft_id, {
    title: "Launch",
    short_name: "mialaunch",
    password: "launch now",
  });
  const { ids } = { ids: [launch.id, copyOf("Shop").id, copyOf("Music").id, copyOf("Inside").id] };
  await ok("PUT", `/profiles/${draft_id}/links/order`, { ids, parents: { [launch.id]: null } });
  // Meanwhile on the page:
  await ok("PATCH", `/profiles/${page.id}`, {
    display_name: "Mia M.",
    theme_settings: { button_color: "#123456" },
  });
  await ok("PATCH", `/links/${shop.id}`, { description: "Live" });
  await addLink(page.id, { title: "Live" });
  expect(await seenBy(page.username)).toContain("Old words");
  const got = (await owner.api("GET", `/profiles/${draft_id}/draft`)).body.draft;
  expect(got.changes).toMatchObject({ parts: ["texts", "look"], added: 1, changed: 1, removed: 1 });

  const answers = await Promise.all([publish(page.id), publish(draft_id)]);
  const [done] = answers.filter(({ status }) => status === 200);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(done?.body).toMatchObject({ draft: null, problems: [] });

  expect(await seenBy(page.username)).toContain("New words");
  const now = await ok("GET", `/profiles/${page.id}`);
  expect(now).toMatchObject({
    name: "Mia Sings",
    username: page.username,
    display_name: "Mia M.",
    draft_of: null,
  });
  expect(now.theme_settings).toMatchObject({ font: "lora", button_color: "#123456" });
  expect(await titlesOf(page.id)).toBe("Launch,Store,Live,Music,Inside");
  const [first, store, , , second] = await rowsOf(page.id);
  expect(first).toMatchObject({ short_name: "mialaunch", has_password: true, is_visible: true });
  expect(store).toMatchObject({
    id: shop.id,
    short_name: "miashop",
    description: "Live",
    has_password: true,
  });
  expect(second).toMatchObject({ id: inside.id, parent_id: group.id });
  const opens = async (id: string, password: string) =>
    (
      await app.visitor().call("POST", `/go/${id}`, new URLSearchParams({ password }).toString(), {
        "content-type": "application/x-www-form-urlencoded",
      })
    ).status;
  expect(await opens(shop.id, "open sesame")).toBe(401);
  expect([await opens(shop.id, "new sesame"), await opens(first.id, "launch now")]).toEqual([302, 302]);
  // The draft is in the trash, and the page has none, even if it's restored there.
  const trash = (await ok("GET", "/profiles?deleted=true")).items;
  expect(trash).toMatchObject([{ id: draft_id, draft_of: page.id }]);
  await ok("POST", `/profiles/${draft_id}/restore`);
  expect(await ok("GET", `/profiles/${page.id}/draft`)).toEqual({ draft: null });
  const names = (await eventsOf(app, page.id)).map(({ name }) => name);
  expect(names.filter((name) => name.startsWith("page_draft"))).toEqual([
    "page_draft.created",
    "page_draft.published",
  ]);
  // It can be undone.
  await ok("POST", `/profiles/${page.id}/versions/${done?.body.before}/restore`);
  expect(await titlesOf(page.id)).toBe("Music,Inside,Shop,Gone,Live");
  expect((await rowsOf(page.id))[3].id).toBe(gone.id);
});

it("goes live and back at its times, once, and takes back only what it changed", async () => {
  const page = await makePage("Launch");
  await ok("PATCH", `/profiles/${page.id}`, { public_notes: "Before" });
  await addLink(page.id, { title: "Always" });
  const { draft_id } = await draftOf(page.id);
  await ok("PATCH", `/profiles/${draft_id}`, { public_notes: "Today only" });
  await addLink(draft_id, { title: "Offer" });
  // In the night in which clocks in Berlin go forward, 02:30 is 03:30.
  app.clock.set("2027-03-27T20:00:00Z");
  const at = momentIn("Europe/Berlin", "2027-03-28T02:30").toISOString();
  expect(at).toBe("2027-03-28T01:30:00.000Z");
  const first = inMinutes(5);
  expect((await publish(page.id, { publish_at: first })).body).toMatchObject({
    draft: { draft_id, publish_at: first, revert_at: null, is_live: false },
    before: null,
  });
  const revert_at = "2027-03-29T18:00:00+02:00";
  const planned = await publish(draft_id, { publish_at: "2027-03-28T03:30:00+02:00", revert_at });
  expect(planned.body.draft).toMatchObject({ publish_at: at, revert_at: "2027-03-29T16:00:00.000Z" });
  expect(await turnsOf(page.id)).toMatchObject([{ at: first }, { at, does: "publish" }]);
  expect(await lastEvent(page.id)).toMatchObject({
    name: "page_draft.scheduled",
    payload: { publish_at: at },
  });

  // The time from before doesn't count anymore, and what's edited until then does.
  await turn(page.id, "publish", first);
  await ok("PATCH", `/profiles/${draft_id}`, { display_name: "Launch day" });
  expect(await titlesOf(page.id)).toBe("Always");
  app.clock.set(at);
  // A kill in the middle leaves nothing, and the job comes back.
  await run(
    "break_versions",
    "alter table page_drafts add constraint broken check (before is null) not valid",
  );
  await expect(turn(page.id, "publish", at)).rejects.toThrow();
  expect(await titlesOf(page.id)).toBe("Always");
  await run("mend_versions", "alter table page_drafts drop constraint broken");
  await Promise.all([turn(page.id, "publish", at), turn(page.id, "publish", at)]);
  expect(await titlesOf(page.id)).toBe("Always,Offer");
  expect(await seenBy(page.username)).toContain("Today only");
  const events = await eventsOf(app, page.id);
  expect(events.filter(({ name }) => name === "page_draft.published")).toMatchObject([
    { payload: { profile_id: page.id, why: "time", left: 0 }, actor: { type: "system" } },
  ]);
  const live = (await ok("GET", `/profiles/${page.id}/draft`)).draft;
  expect(live).toMatchObject({ draft_id: null, publish_at: null, is_live: true });

  // What's next is prepared meanwhile, and waits.
  const next = await draftOf(page.id);
  expect(next).toMatchObject({ is_live: true, revert_at: "2027-03-29T16:00:00.000Z" });
  expect(await publish(page.id, { publish_at: "2027-03-29T00:00:00Z" })).toMatchObject({
    status: 409,
    body: { code: "RETURN_PENDING" },
  });
  await ok("PATCH", `/profiles/${page.id}`, { display_name: "Edited", promotion_text: "Stays" });
  await addLink(page.id, { title: "Live" });
  app.clock.set("2027-03-29T18:10:00Z");
  await Promise.all([turn(page.id, "revert", revert_at), turn(page.id, "revert", revert_at)]);
  expect(await ok("GET", `/profiles/${page.id}`)).toMatchObject({
    public_notes: "Before",
    display_name: null,
    promotion_text: "Stays",
  });
  expect(await titlesOf(page.id)).toBe("Always,Live");
  expect(await lastEvent(page.id)).toMatchObject({ name: "page_draft.reverted", payload: { why: "late" } });
  expect((await ok("GET", `/profiles/${page.id}/draft`)).draft).toMatchObject({
    draft_id: next.draft_id,
    is_live: false,
    revert_at: null,
  });
});

it("a draft that follows before the last one has gone back stays, or goes back together with it", async () => {
  const goLive = async (id: string, changes: object, link: string, times: object = {}) => {
    const { draft_id } = await draftOf(id);
    await ok("PATCH", `/profiles/${draft_id}`, changes);
    await addLink(draft_id, { title: link });
    const answer = await publish(id, times);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const stateOf = async (id: string) => {
    const { public_notes, display_name, promotion_text } = await ok("GET", `/profiles/${id}`);
    return [public_notes, display_name, promotion_text, await titlesOf(id)];
  };
  for (const isTogether of [false, true]) {
    const page = await makePage(`Next ${isTogether}`);
    await ok("PATCH", `/profiles/${page.id}`, { public_notes: "0", display_name: "0" });
    const first = inMinutes(60);
    await goLive(page.id, { public_notes: "1", display_name: "1" }, "One", { revert_at: first });
    await ok("PATCH", `/profiles/${page.id}`, { promotion_text: "By hand" });
    const second = inMinutes(120);
    const times = isTogether ? { revert_at: second } : {};
    const { draft } = await goLive(page.id, { public_notes: "2" }, "Two", times);
    expect(draft).toMatchObject({ draft_id: null, is_live: true, revert_at: isTogether ? second : first });
    expect(await stateOf(page.id)).toEqual(["2", "1", "By hand", "One,Two"]);
    app.clock.advance(61 * MINUTE_MS);
    await turn(page.id, "revert", first);
    const later = isTogether ? ["2", "1", "By hand", "One,Two"] : ["2", "0", "By hand", "Two"];
    expect(await stateOf(page.id)).toEqual(later);
    app.clock.advance(60 * MINUTE_MS);
    await turn(page.id, "revert", second);
    expect(await stateOf(page.id)).toEqual(isTogether ? ["0", "0", "By hand", ""] : later);
    expect((await ok("GET", `/profiles/${page.id}/draft`)).draft).toBeNull();
  }
});

it("what can't go live says why and changes nothing, and what's canceled or discarded neither", async () => {
  const page = await makePage("Full");
  for (const title of ["A", "B", "C", "D"]) await addLink(page.id, { title });
  const { draft_id } = await draftOf(page.id);
  await addLink(draft_id, { title: "From the draft" });
  expect((await publish(page.id, { publish_at: inMinutes(-1) })).body.code).toBe("MOMENT_PASSED");
  const moment = inMinutes(10);
  const early = { publish_at: moment, revert_at: moment };
  expect((await publish(page.id, early)).body.code).toBe("RETURN_TOO_EARLY");
  expect((await publish(page.id, { revert_at: inMinutes(-1) })).body.code).toBe("RETURN_TOO_EARLY");
  await ok("POST", `/profiles/${page.id}/draft/publish`, { publish_at: "9999-12-31T23:59:59Z" });
  const at = inMinutes(10);
  await ok("POST", `/profiles/${page.id}/draft/publish`, { publish_at: at });
  await addLink(page.id, { title: "E" });
  expect((await publish(page.id)).body.code).toBe("LINK_LIMIT");
  await turn(page.id, "publish", at);
  expect(await titlesOf(page.id)).toBe("A,B,C,D,E");
  expect(await lastEvent(page.id)).toMatchObject({
    name: "page_draft.missed",
    payload: { to: "publish", why: "LINK_LIMIT" },
  });
  expect((await ok("GET", `/profiles/${page.id}/draft`)).draft).toMatchObject({ draft_id, publish_at: null });

  // Canceled, and taken up again after the job was lost.
  const again = inMinutes(20);
  await ok("POST", `/profiles/${page.id}/draft/publish`, { publish_at: again });
  expect((await ok("POST", `/profiles/${page.id}/draft/cancel`)).draft).toMatchObject({ publish_at: null });
  expect((await lastEvent(page.id))?.name).toBe("page_draft.canceled");
  await turn(page.id, "publish", again);
  await ok("POST", `/profiles/${page.id}/draft/publish`, { publish_at: again, revert_at: inMinutes(30) });
  await run("lose_turns", "delete from jobs.job where data->>'job' = 'page-drafts.turn'");
  await takeUpOverdue(app.platform);
  expect(await turnsOf(page.id)).toEqual([]);
  app.clock.advance(60 * MINUTE_MS);
  await takeUpOverdue(app.platform);
  await takeUpOverdue(app.platform);
  expect(await turnsOf(page.id)).toMatchObject([{ does: "publish", at: again }]);
  // Its time is over, so it would have to go back at once.
  await turn(page.id, "publish", again);
  expect((await lastEvent(page.id))?.payload).toMatchObject({ why: "RETURN_TOO_EARLY" });

  // A page in the trash stays as it is, and so does one whose draft is there.
  for (const trashed of [draft_id, page.id]) {
    const then = inMinutes(5);
    await ok("POST", `/profiles/${page.id}/draft/publish`, { publish_at: then });
    await ok("DELETE", `/profiles/${trashed}`);
    await turn(page.id, "publish", then);
    await ok("POST", `/profiles/${trashed}/restore`);
    expect(
      (await eventsOf(app, page.id)).filter(({ name }) => name === "page_draft.missed").at(-1),
    ).toMatchObject({
      payload: { why: trashed === page.id ? "PROFILE_NOT_FOUND" : "PAGE_DRAFT_NOT_FOUND" },
    });
    expect(await titlesOf(page.id)).toBe("A,B,C,D,E");
  }
  expect(await ok("DELETE", `/profiles/${page.id}/draft`)).toEqual({ draft: null });
  expect((await lastEvent(page.id))?.name).toBe("page_draft.discarded");
  await ok("POST", `/profiles/${draft_id}/restore`);
  expect((await ok("GET", `/profiles/${page.id}/draft`)).draft).toMatchObject({ draft_id });
  // Whoever activates it has a page of its own.
  await ok("PUT", `/profiles/${page.id}/status`, { status: "inactive" });
  expect(await ok("PUT", `/profiles/${draft_id}/status`, { status: "active" })).toMatchObject({
    draft_of: null,
  });
  expect((await publish(page.id)).body.code).toBe("PAGE_DRAFT_NOT_FOUND");
  expect(await ok("POST", `/profiles/${page.id}/draft/cancel`)).toEqual({ draft: null });
  expect(await ok("DELETE", `/profiles/${page.id}/draft`)).toEqual({ draft: null });
  const stranger = await app.signUp();
  for (const id of [page.id, NOBODY, "nonsense"])
    for (const [method, path] of CALLS) {
      const sent = path === "/draft/publish" ? {} : undefined;
      expect((await stranger.api(method, `/profiles/${id}${path}`, sent)).body.code).toBe(
        "PROFILE_NOT_FOUND",
      );
    }
  // More than fits isn't copied.
  await run(
    "grow_page",
    "insert into links (id, profile_id, user_id, title, url, position, created_at, updated_at) select gen_random_uuid(), profile_id, user_id, 'F', url, 9, created_at, updated_at from links where profile_id = $1 and position = 0",
    [page.id],
  );
  const refused = await owner.api("POST", `/profiles/${page.id}/draft`);
  expect(refused.body.code).toBe("LINK_LIMIT");
});
