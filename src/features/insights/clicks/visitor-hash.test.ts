// @project server-postgres
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { teamMembers } from "#src/features/identity/team/tables.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { SAFARI } from "#test/harness/sse.ts";

let app: TestApp;
let owner: Client;
beforeAll(async () => {
  app = await startApp({ ROLES: "web", PLANS: "off" });
  owner = await app.signUp();
  app.clock.set("2026-05-11T12:00:00Z");
});
afterAll(() => app?.close());

async function makePage(link: object = {}) {
  const { id, username } = (await owner.api("POST", "/profiles", { name: "Ada" })).body;
  const wish = { title: "Shop", url: "https://example.com", ...link };
  const linkId: string = (await owner.api("POST", `/profiles/${id}/links`, wish)).body.id;
  return { profileId: id as string, username: username as string, linkId };
}

const from = (address: string, more: Record<string, string> = {}) => ({
  "x-forwarded-for": address,
  "user-agent": SAFARI,
  ...more,
});

const view = (profile_id: string, more: object = {}) => ({
  id: randomUUID(),
  profile_id,
  session_id: "s",
  ...more,
});
const click = (link_id: string, more: object = {}) => ({
  events: [{ id: randomUUID(), link_id, session_id: "s", ...more }],
});

async function analytics(profileId: string) {
  return (await owner.api("GET", `/profiles/${profileId}/analytics?from=2026-05-11&to=2026-05-11`)).body;
}

describe("who counts as one visitor", () => {
  it("is a browser in an IPv6 network, whichever of its addresses it has at the moment", async () => {
    const { profileId } = await makePage();
    for (const address of ["2a02:1:2:3::1", "2a02:1:2:3::2", "2a02:1:2:3:ffff:1:2:3"])
      await app.visitor().call("POST", "/api/v1/views", view(profileId), from(address));
    expect((await analytics(profileId)).totals).toMatchObject({ views: 3, visitors: 1 });
    await app.visitor().call("POST", "/api/v1/views", view(profileId), from("2a02:1:2:4::1"));
    await app.visitor().call("POST", "/api/v1/views", view(profileId), from("81.2.69.160"));
    await app.visitor().call("POST", "/api/v1/views", view(profileId), from("81.2.69.161"));
    expect((await analytics(profileId)).totals).toMatchObject({ views: 6, visitors: 4 });
  });

  it("gets the same variant of an A/B test from all addresses of a network", async () => {
    const { linkId } = await makePage({
      is_ab_test: true,
      ab_split_ratio: 0.5,
      link_a: "https://a.example",
      link_b: "https://b.example",
    });
    for (let network = 0; network < 8; network++) {
      const found = new Set<string | null>();
      for (let address = 1; address <= 6; address++) {
        const headers = from(`2a02:1:${network}:3::${address}`);
        const answer = await app.visitor().call("GET", `/go/${linkId}`, undefined, headers);
        found.add(answer.headers.get("location"));
      }
      expect(found.size).toBe(1);
    }
  });
});

describe("the utm_ parameters of the page's own URL", () => {
  it("are kept with views and clicks, and shown in the breakdowns and their files", async () => {
    const { profileId, linkId } = await makePage();
    const query = "?utm_source=News%20letter&UTM_Medium=email&utm_campaign=a%7Cb&utm_term=%00%20&fbclid=1";
    await app.visitor().call("POST", "/api/v1/views", view(profileId, { query }), from("81.2.69.1"));
    await app
      .visitor()
      .call("POST", "/api/v1/views", view(profileId, { query: "?ref=x" }), from("81.2.69.2"));
    await app.visitor().call("POST", "/api/v1/views", view(profileId), from("81.2.69.3"));
    await app.visitor().call("POST", "/api/v1/clicks", click(linkId, { query }), from("81.2.69.1"));
    const { breakdowns, totals } = await analytics(profileId);
    expect(totals).toMatchObject({ views: 3, clicks: 1 });
    expect(breakdowns).toMatchObject({
      utm_source: [{ key: "News letter", label: "News letter", views: 1, clicks: 1 }],
      utm_medium: [{ key: "email", views: 1, clicks: 1 }],
      utm_campaign: [{ key: "a b", views: 1, clicks: 1 }],
      utm_term: [],
      utm_content: [],
    });
    const path = `/api/v1/profiles/${profileId}/analytics/export?from=2026-05-11&to=2026-05-11&part=utm_source`;
    expect((await owner.call("GET", path)).body).toContain("News letter,News letter,1,1");
  });

  it("are read without script, too: from the page that a link was on, and from the URL of a direct link", async () => {
    const { profileId, username, linkId } = await makePage();
    const referer = `${app.url}/${username}?utm_source=poster`;
    await app.visitor().call("GET", `/go/${linkId}`, undefined, from("81.2.69.1", { referer }));
    await app
      .visitor()
      .call(
        "GET",
        `/go/${linkId}`,
        undefined,
        from("81.2.69.1", { referer: "https://x.example/?utm_source=other" }),
      );
    // What it was opened with says more than the page that it was on.
    const direct = `/go/${linkId}?x=1&UTM_Source=story`;
    await app.visitor().call("GET", direct, undefined, from("81.2.69.1", { referer }));
    const { breakdowns } = await analytics(profileId);
    expect(breakdowns.utm_source).toEqual([
      { key: "poster", label: "poster", views: 0, clicks: 1 },
      { key: "story", label: "story", views: 0, clicks: 1 },
    ]);
    expect(breakdowns.referrer.map(({ key }: { key: string }) => key)).toEqual(["", "x.example"]);
  });
});

describe("people's own pages", () => {
  it("don't count them while they're signed in, nor their team, and count everyone else", async () => {
    const { profileId, linkId } = await makePage();
    const stranger = await app.signUp();
    const mate = await app.signUp();
    const member = {
      account: owner.id,
      user_id: mate.id,
      role: "viewer" as const,
      created_at: new Date().toISOString(),
    };
    await app.platform.db.insert(teamMembers).values(member);
    for (const someone of [owner, mate]) {
      const seen = await someone.call("POST", "/api/v1/views", view(profileId), from("81.2.69.1"));
      expect([seen.status, seen.body]).toEqual([202, { received: 1, new: 0 }]);
      const clicked = await someone.call("POST", "/api/v1/clicks", click(linkId), from("81.2.69.1"));
      expect([clicked.status, clicked.body]).toEqual([202, { received: 1, new: 0 }]);
      const gone = await someone.call("GET", `/go/${linkId}`, undefined, from("81.2.69.1"));
      expect([gone.status, gone.headers.get("location")]).toEqual([302, "https://example.com"]);
    }
    expect((await analytics(profileId)).totals).toMatchObject({ views: 0, clicks: 0 });
    for (const someone of [stranger, app.visitor()]) {
      await someone.call("POST", "/api/v1/views", view(profileId), from("81.2.69.1"));
      await someone.call("POST", "/api/v1/clicks", click(linkId), from("81.2.69.1"));
    }
    expect((await analytics(profileId)).totals).toMatchObject({ views: 2, visitors: 1, clicks: 2 });
  });

  it("count someone whose cookie is made up", async () => {
    const { profileId } = await makePage();
    const cookie = "fanfare.session_token=made.up; __Secure-fanfare.session_token=made.up";
    await app.visitor().call("POST", "/api/v1/views", view(profileId), from("81.2.69.1", { cookie }));
    expect((await analytics(profileId)).totals.views).toBe(1);
  });
});

describe("referrers", () => {
  it.each([
    ["https://WWW.Instagram.com.:443/p/1", "", "instagram.com"],
    ["https://l.facebook.com/l.php?u=x", "", "facebook.com"],
    ["https://example.net.:8080/", "", "example.net"],
    ["http://www.example.net/", "", "example.net"],
    ["android-app://com.Instagram.android/", "", "instagram.com"],
    ["android-app://com.snapchat.android", "", "snapchat.com"],
    ["ios-app://389801252/instagram/user", "", "instagram.com"],
    ["", "Instagram 334.0.4.32.98 (iPhone15,3; iOS 17_5_1)", "instagram.com"],
    ["", "musical_ly_34.1.0 BytedanceWebview/d8a21c6", "tiktok.com"],
    ["", "Barcelona 333.0.0.20.109 (iPhone14,7; iOS 17_5)", "threads.com"],
    ["", "Snapchat/12.83.0.31 (like Safari/8618.1.15.10.15, panda)", "snapchat.com"],
    ["https://x.example/", "Instagram 334.0.4.32.98 (iPhone15,3; iOS 17_5_1)", "x.example"],
    ["", "", ""],
    ["mailto:a@b.example", "", ""],
  ])("%j in a browser of %j is %j", async (referrer, app_agent, key) => {
    const { profileId } = await makePage();
    const agent = app_agent
      ? `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21F90 ${app_agent}`
      : SAFARI;
    await app
      .visitor()
      .call(
        "POST",
        "/api/v1/views",
        view(profileId, { referrer }),
        from("81.2.69.1", { "user-agent": agent }),
      );
    expect((await analytics(profileId)).breakdowns.referrer.map((row: { key: string }) => row.key)).toEqual([
      key,
    ]);
  });
});
