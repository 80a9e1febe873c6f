// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { DAY_MS } from "#src/lib/time.ts";
import type { TestApp } from "#test/harness/app.ts";
import { runDue, type Sender, startSender } from "#test/harness/campaigns.ts";
import { signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";

let app: TestApp;
let sender: Sender;
let profile: string;
const stage = randomUUID();

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  sender = await startSender(app);
  const { owner } = sender;
  profile = (await owner.api("POST", "/profiles", { name: "Mia" })).body.id;
  const stages = [{ id: stage, name: "Met", color: "blue" }];
  expect((await owner.api("PUT", "/pipeline", { stages })).status).toBe(200);
  await sender.addFans({ nora: { country: "PT" }, info: {}, old: {}, away: {} });
  const change = (name: string, what: ReturnType<typeof sql>) =>
    app.platform.db.execute(
      sql`update contacts set ${what} where user_id = ${owner.id} and email like ${`${name}@%`}`,
    );
  await change("nora", sql`tags = '{vip}', stage_id = ${stage}, owner_id = ${owner.id}, name = 'Nora Quux'`);
  await change("info", sql`tags = '{vip}', profile_ids = array[${profile}]::uuid[]`);
  const longAgo = new Date(app.clock.now().getTime() - 40 * DAY_MS).toISOString();
  await change("old", sql`created_at = ${longAgo}`);
  await change("away", sql`status = 'unsubscribed'`);
});

interface Reach {
  recipients: number;
  left_out: { count: number }[];
  problems: { severity: string; message: string }[];
}
const reach = async (id: string, audience: object): Promise<Reach> =>
  (await sender.act(id, "count", { audience })).body;
const wordsOf = ({ problems }: Reach) => problems.map(({ message }) => message);

it("5.3.5 a campaign's filter finds whom the table of leads shows, and of them those who agreed get it", async () => {
  const id = await sender.add();
  const halfway = new Date(app.clock.now().getTime() - 20 * DAY_MS).toISOString();
  const filters: [Record<string, string>, number][] = [
    [{}, 4],
    [{ q: "quux" }, 1],
    [{ tag: "vip" }, 2],
    [{ country: "PT" }, 1],
    [{ status: "unsubscribed" }, 1],
    [{ stage_id: stage }, 1],
    [{ owner_id: sender.owner.id }, 1],
    [{ address: "role" }, 1],
    [{ profile_id: profile }, 1],
    [{ since: halfway }, 3],
    [{ before: halfway }, 1],
    [{ tag: "vip", country: "PT" }, 1],
  ];
  for (const [filter, count] of filters) {
    const { total } = (await sender.owner.api("GET", `/contacts?${new URLSearchParams(filter)}`)).body;
    const { recipients, left_out } = await reach(id, { filter });
    const all = recipients + left_out.reduce((sum, one) => sum + one.count, 0);
    expect([filter, total, all]).toEqual([filter, count, count]);
  }
  expect(await reach(id, { filter: { days: 30 } })).toMatchObject({ recipients: 2 });
  // Tags or pages, and of those people only whom the filter finds.
  const audience = { tags: ["vip"], filter: { country: "PT" } };
  expect(await reach(id, audience)).toEqual({ recipients: 1, left_out: [], problems: [] });
  const saved = (await sender.owner.api("PATCH", `/campaigns/${id}`, { audience })).body;
  const condition = {
    all: [
      { attribute: "tag", operator: "in", value: ["vip"] },
      { attribute: "country", operator: "equals", value: "PT" },
    ],
  };
  expect(saved.audience).toEqual({ condition });
  expect(await reach(id, { condition })).toMatchObject({ recipients: 1 });
  expect((await sender.act(id, "count")).body).toMatchObject({ recipients: 1 });
  expect((await sender.act(id, "check")).body).toMatchObject({ recipients: 1, left_out: [] });
  await sender.act(id, "send");
  await sender.reaches(id, "sent");
  expect(sender.received()).toEqual(["nora"]);
});

it("a segment is an audience: whoever is in it at the start gets it, and it can't be deleted before", async () => {
  const { owner } = sender;
  const segment = (await owner.api("POST", "/segments", { name: "VIPs", text: "tag vip and country = PT" }))
    .body;
  const audience = { filter: { segment_id: segment.id } };
  const id = await sender.add({ audience });
  expect(await reach(id, audience)).toEqual({ recipients: 1, left_out: [], problems: [] });
  const used = await owner.api("DELETE", `/segments/${segment.id}`);
  expect(used.body.code).toBe("SEGMENT_IN_USE");
  await owner.api("PATCH", `/segments/${segment.id}`, { text: 'tag vip and email contains "info"' });
  await sender.act(id, "send");
  await sender.reaches(id, "sent");
  expect(sender.received()).toEqual(["info"]);
  expect((await owner.api("DELETE", `/segments/${segment.id}`)).status).toBe(200);
});

it("days count from the start, so that each run of a series finds those who signed up lately", async () => {
  const id = await sender.add({ audience: { filter: { days: 7 } } });
  expect(await reach(id, { filter: { days: 7 } })).toMatchObject({ recipients: 2 });
  app.clock.advance(10 * DAY_MS);
  expect((await sender.act(id, "check")).body).toMatchObject({ recipients: 0, is_ready: false });
});

it("a filter that nobody knows is refused, one that filters nothing is everyone, and the order of its parts is nothing", async () => {
  const { owner } = sender;
  const id = await sender.add();
  const patch = (filter: object) => owner.api("PATCH", `/campaigns/${id}`, { audience: { filter } });
  expect((await patch({ contry: "PT" })).status).toBe(400);
  expect((await patch({})).body.audience).toEqual({ condition: { all: [] } });
  const { updated_at } = (await patch({ days: 30, q: "quux", country: "PT" })).body;
  expect((await patch({ country: "PT", q: "quux", days: 30 })).body.updated_at).toBe(updated_at);
  const stranger = await signUpSender(app);
  expect((await stranger.api("POST", `/campaigns/${id}/count`, {})).body.code).toBe("CAMPAIGN_NOT_FOUND");
});

it("5.3.5 an audience that names what's gone says so, and goes to nobody", async () => {
  const { owner } = sender;
  const id = await sender.add();
  const gone = randomUUID();
  const audiences: [object, RegExp][] = [
    [{ profile_ids: [profile, gone] }, /no such page/],
    [{ filter: { profile_id: gone } }, /no such page/],
    [{ filter: { stage_id: gone } }, /no such stage/],
    [{ filter: { owner_id: gone } }, /^Nobody on your team/],
    [{ filter: { segment_id: gone } }, /no such segment/],
    [{ filter: { segment_id: "x" } }, /no such segment/],
  ];
  for (const [audience, words] of audiences) expect(wordsOf(await reach(id, audience))[0]).toMatch(words);
  const named = { tags: ["vip"], profile_ids: [profile], filter: { stage_id: stage, owner_id: owner.id } };
  expect(wordsOf(await reach(id, named))).toEqual([]);

  // What's deleted after it was scheduled.
  const at = new Date(app.clock.now().getTime() + 60_000).toISOString();
  await owner.api("PATCH", `/campaigns/${id}`, { audience: named });
  expect((await sender.act(id, "schedule", { at })).body.state).toBe("scheduled");
  await owner.api("DELETE", `/profiles/${profile}`);
  app.clock.advance(61_000);
  await runDue(app.platform);
  await sender.reaches(id, "failed");
  expect((await sender.get(id)).state_reason).toMatch(/no such page/);
  expect(sender.received()).toEqual([]);
});

it("a tag that nobody has is worth a look, whether people need it or are left out by it, and stops nothing", async () => {
  const id = await sender.add();
  const tag = (operator: string, value: unknown = "slip") => ({ attribute: "tag", operator, value });
  const [needed, unwanted] = [/^None of your leads has the tag “slip”\.$/, /“slip”, so nobody is left out/];
  const vip = tag("equals", "vip");
  const conditions: [object, RegExp, number][] = [
    [{ any: [vip, tag("equals")] }, needed, 2],
    [{ all: [vip, { none: [tag("equals")] }] }, unwanted, 2],
    [{ none: [vip, tag("in", ["vip", "slip"])] }, unwanted, 1],
    [{ all: [vip, tag("not_equals")] }, unwanted, 2],
    [{ all: [vip, tag("not_in", ["slip"])] }, unwanted, 2],
    [{ none: [{ all: [tag("not_equals"), { none: [vip] }] }] }, needed, 2],
  ];
  for (const [condition, words, recipients] of conditions) {
    const found = await reach(id, { condition });
    expect(found).toMatchObject({ recipients, problems: [{ severity: "warning" }] });
    expect(wordsOf(found)[0]).toMatch(words);
  }
  // Without anybody else in it, there's nobody to send to.
  const nobody = await reach(id, { condition: tag("equals") });
  expect(nobody.problems.map(({ severity }) => severity)).toEqual(["warning", "stop"]);

  await sender.owner.api("PATCH", `/campaigns/${id}`, { audience: { condition: conditions[1]?.[0] } });
  await sender.act(id, "send");
  await sender.reaches(id, "sent");
  expect(sender.received().toSorted()).toEqual(["info", "nora"]);
});

it("remembers what its audience was called when it went out", async () => {
  const { owner } = sender;
  const segment = (await owner.api("POST", "/segments", { name: "VIPs", text: "tag vip" })).body.id;
  const condition = {
    all: [{ segment_id: segment }, { attribute: "stage", operator: "in", value: [stage] }],
  };
  const id = await sender.add({ audience: { condition } });
  await sender.act(id, "send");
  await sender.reaches(id, "sent");
  await owner.api("PATCH", `/segments/${segment}`, { name: "Others" });
  expect((await sender.get(id)).checked.named).toEqual([
    { kind: "stages", id: stage, name: "Met" },
    { kind: "segments", id: segment, name: "VIPs" },
  ]);
});

it("5.3.5 a filter that the database can't store finds nobody, rather than everybody or an error", async () => {
  const id = await sender.add();
  for (const odd of ["\0", "\ud800"])
    for (const key of ["q", "tag", "profile_id", "stage_id", "owner_id", "segment_id"]) {
      const audience = { filter: { [key]: odd } };
      const { status } = await sender.owner.api("PATCH", `/campaigns/${id}`, { audience });
      expect([key, odd, status, (await reach(id, audience)).recipients]).toEqual([key, odd, 200, 0]);
    }
});
