// @project server-postgres
import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { examineChanges } from "./examination.ts";
import { HOSTS_MAX, LISTS_MAX, UPLOAD_BYTES_MAX } from "./lists/list-rules.ts";
import { updateDueLists } from "./lists/lists.ts";

let app: TestApp;
let founder: Client;
let server: Server;
let origin: string;
/** What the server of lists answers at each path. */
const answers = new Map<string, { status?: number; text?: string; location?: string }>();

beforeAll(async () => {
  server = createServer((request, response) => {
    const { status = 200, text = "", location } = answers.get(request.url ?? "") ?? { status: 404 };
    response.writeHead(status, { "content-type": "text/plain", ...(location && { location }) }).end(text);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  origin = `http://short.example:${(server.address() as AddressInfo).port}`;
  // Every host is here.
  const lookUp = async () => [{ address: "127.0.0.1", family: 4 }];
  app = await startApp({ OUTBOUND_ALLOW: "loopback" }, { lookUp });
  founder = await app.signUp({ name: "Fay Founder" });
});
afterAll(async () => {
  await app?.close();
  server?.close();
});

const examine = () => examineChanges(app.platform);
const setSignal = (kind: string, change: object) =>
  founder.api("PUT", `/admin/signals/rules/${kind}`, change);
const hitsOf = async (kind: string) =>
  (await founder.api("GET", `/admin/signals/rules/${kind}/hits`)).body.items;
const signal = async (kind: string) =>
  (await founder.api("GET", "/admin/signals")).body.items.find((one: { kind: string }) => one.kind === kind);
const lists = async () => (await founder.api("GET", "/admin/signals/lists")).body.items;
const casesOf = async (username: string, state = "open") =>
  (await founder.api("GET", `/admin/cases?state=${state}`)).body.items.filter(
    (one: { username: string }) => one.username === username,
  );

async function upload(text: string, name = "Bad hosts") {
  const form = new FormData();
  form.append("name", name);
  form.append("file", new File([text], "hosts.txt", { type: "text/plain" }));
  return founder.call("POST", "/api/v1/admin/signals/lists/file", form);
}

async function pageOf(owner: Client, fields: object = {}) {
  const { body } = await owner.api("POST", "/profiles", { name: `Page${randomUUID().slice(0, 8)}` });
  if (Object.keys(fields).length > 0) {
    const { status, body: answer } = await owner.api("PATCH", `/profiles/${body.id}`, fields);
    expect(status, JSON.stringify(answer)).toBe(200);
  }
  return body as { id: string; username: string };
}

async function addLink(owner: Client, page: { id: string }, url: string) {
  const { status, body } = await owner.api("POST", `/profiles/${page.id}/links`, { title: "Look", url });
  expect(status, JSON.stringify(body)).toBe(201);
  return body as { id: string };
}

async function loaded(id: string) {
  for (let attempt = 0; attempt < 400; attempt++) {
    const list = (await lists()).find((one: { id: string }) => one.id === id);
    if (list && !list.is_updating) return list;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("The list didn’t load.");
}

describe("signals", () => {
  it("only count at first, with why, and open no case", async () => {
    const { body } = await founder.api("GET", "/admin/signals");
    expect(body.items.map(({ mode }: { mode: string }) => mode)).toEqual(Array(7).fill("shadow"));
    expect((await upload("0.0.0.0 phish.example\n")).status).toBe(201);
    const owner = await app.signUp({ name: "Owen" });
    const page = await pageOf(owner);
    await addLink(owner, page, "https://login.Phish.example/now");
    await examine();
    const [hit] = await hitsOf("bad_host");
    expect(hit).toMatchObject({
      page: { id: page.id, username: page.username },
      account: { id: owner.id, name: "Owen" },
      why: "A link leads to login.phish.example, which is on the list “Bad hosts”.",
      case_id: null,
    });
    expect(await signal("bad_host")).toMatchObject({ hits: 1, cases: 0 });
    expect(await casesOf(page.username)).toEqual([]);
  });

  it("that are on open one case for a page, which says which signal and why, and nobody reported it", async () => {
    const changed = await setSignal("bad_host", { mode: "on" });
    expect(changed.body).toMatchObject({ mode: "on", changed_by: "Fay Founder", threshold: null });
    const owner = await app.signUp();
    const page = await pageOf(owner);
    const link = await addLink(owner, page, "https://phish.example/1");
    await examine();
    await addLink(owner, page, "https://phish.example/2");
    await examine();
    const [row, ...more] = await casesOf(page.username);
    expect(more).toEqual([]);
    const why = "A link leads to phish.example, which is on the list “Bad hosts”.";
    expect(row).toMatchObject({
      reports: 0,
      is_urgent: false,
      reasons: [],
      signals: [{ signal: "bad_host", why }],
    });
    const { body: detail } = await founder.api("GET", `/admin/cases/${row.id}`);
    expect(detail).toMatchObject({ newest: [], signals: [{ signal: "bad_host", why }] });

    const decision = {
      decision: "hide_link",
      link_id: link.id,
      facts: "It asks for passwords",
      ground: "law",
    };
    expect((await founder.api("POST", `/admin/cases/${row.id}/decide`, decision)).status).toBe(200);
    const { text } = await app.mailTo(owner.email, /decision about your page/);
    expect(text).toContain("An automatic check pointed us to your page.");
    expect(text).not.toContain("Somebody reported");
    const mails = await rowsOf<{ template: string }>(
      app.platform.db,
      sql`select template from mails where template like 'moderation.report%'`,
    );
    expect(mails).toEqual([]);
    expect(await signal("bad_host")).toMatchObject({ cases: 1, decided: 1, right: 1 });

    await addLink(owner, page, "https://phish.example/3");
    await examine();
    expect(await casesOf(page.username)).toEqual([]);
    await upload("worse.example", "Worse");
    await addLink(owner, page, "https://a.worse.example/");
    await examine();
    expect((await casesOf(page.username))[0].signals[0].why).toBe(
      "Links lead to a.worse.example, phish.example, which are on lists of bad hosts.",
    );
  });

  it("join the case that visitors’ reports opened", async () => {
    const owner = await app.signUp();
    const page = await pageOf(owner);
    await app
      .visitor()
      .api("POST", "/reports", { username: page.username, reason: "scam", email: "r@x.example" });
    await addLink(owner, page, "https://phish.example/");
    await examine();
    const rows = await casesOf(page.username);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ reports: 1, signals: [{ signal: "bad_host" }] });
  });

  it("that are off see nothing", async () => {
    await setSignal("spam_words", { mode: "off" });
    const owner = await app.signUp();
    await pageOf(owner, { public_notes: "Double your money! Guaranteed profit!" });
    await examine();
    expect(await hitsOf("spam_words")).toEqual([]);
  });

  it("find spam words in a page’s texts, and new words on pages that are there", async () => {
    await setSignal("spam_words", { mode: "shadow" });
    const owner = await app.signUp();
    const page = await pageOf(owner, { public_notes: "DOUBLE your   money. Guaranteed-profit!" });
    await examine();
    expect((await hitsOf("spam_words"))[0]).toMatchObject({
      page: { id: page.id },
      why: "The page says: double your money, guaranteed profit.",
    });
    const other = await pageOf(owner, { public_notes: "Zauberpulver, Wundersalbe" });
    await examine();
    const change = { entries: [" Zauberpulver ", "", "wundersalbe", "Zauberpulver"], threshold: 2 };
    expect((await setSignal("spam_words", change)).body.entries).toEqual(["Zauberpulver", "wundersalbe"]);
    await examine();
    expect((await hitsOf("spam_words"))[0].page.id).toBe(other.id);
  });

  it("look at every page again only for words that are new, also those from while they were off", async () => {
    await pageOf(await app.signUp(), { public_notes: "Zauberpulver, Feenstaub, Elfenhaar" });
    const waiting = async (change: object) => {
      await setSignal("spam_words", change);
      const { all } = await countChecks();
      await examine();
      return all > 0;
    };
    const countChecks = async () => {
      const counted = sql`select count(*)::int as all, count(distinct profile_id)::int as pages from signal_checks`;
      const [row] = await rowsOf<{ all: number; pages: number }>(app.platform.db, counted);
      return row ?? { all: 0, pages: 0 };
    };
    await examine();
    expect(await waiting({ mode: "shadow", entries: ["zauberpulver", "feenstaub"], threshold: 2 })).toBe(
      true,
    );
    expect(await waiting({ entries: ["feenstaub", "zauberpulver"] })).toBe(false);
    expect(await waiting({ entries: ["feenstaub"], threshold: 1 })).toBe(false);
    expect(await waiting({ mode: "off", entries: ["elfenhaar"] })).toBe(false);
    expect(await waiting({ mode: "shadow" })).toBe(true);
    expect((await hitsOf("spam_words"))[0].why).toBe("The page says: elfenhaar.");
    await setSignal("spam_words", { entries: ["Einhorn"] });
    await setSignal("spam_words", { entries: ["Drachen"] });
    const { all, pages } = await countChecks();
    expect(all).toBe(pages);
    await examine();
  });

  it("find names and hosts that look like brands", async () => {
    const owner = await app.signUp();
    const page = await pageOf(owner);
    await addLink(owner, page, "https://www.paypa1.com/signin");
    await examine();
    expect((await hitsOf("lookalike"))[0]).toMatchObject({
      page: { id: page.id },
      why: "A link leads to paypa1.com, which looks like paypal but isn’t one of its hosts.",
    });
  });

  it("find many accounts with one link, those from before the threshold, too", async () => {
    await setSignal("shared_link", { threshold: 3 });
    const pages = [];
    for (let at = 0; at < 3; at++) {
      const owner = await app.signUp();
      const page = await pageOf(owner);
      await addLink(owner, page, "https://ring.example/join?utm_source=a");
      await addLink(owner, page, "https://instagram.com/");
      await examine();
      pages.push(page.id);
    }
    const found = await hitsOf("shared_link");
    expect(found.map(({ page }: { page: { id: string } }) => page.id).sort()).toEqual(pages.sort());
    expect(found[0].why).toBe("3 accounts have a link to ring.example/join.");
  });

  it("follow new links, and find bad hosts behind redirects", async () => {
    answers.set("/short", { status: 302, location: `${origin}/next` });
    answers.set("/next", { status: 301, location: "https://phish.example/landing" });
    const owner = await app.signUp();
    const page = await pageOf(owner);
    await addLink(owner, page, `${origin}/short`);
    await examine();
    await expect.poll(async () => (await hitsOf("redirect"))[0]?.page.id, { timeout: 20_000 }).toBe(page.id);
    expect((await hitsOf("redirect"))[0].why).toBe(
      "A link to short.example leads on to phish.example, which is on the list “Bad hosts”.",
    );
  });
});

describe("a list at an address", () => {
  it("is loaded at once and every day; one that failed or is empty leaves the hosts from before, and says so", async () => {
    answers.set("/hosts.txt", { text: "# Mine\n0.0.0.0 one.example\nTWO.example\nbücher.example\n" });
    const owner = await app.signUp();
    const page = await pageOf(owner);
    await addLink(owner, page, "https://one.example/");
    await examine();
    const { status, body } = await founder.api("POST", "/admin/signals/lists", {
      name: "Ours",
      url: `${origin}/hosts.txt`,
    });
    expect([status, body]).toEqual([201, expect.objectContaining({ is_updating: true, hosts: 0 })]);
    expect(await loaded(body.id)).toMatchObject({
      hosts: 3,
      ignored: 0,
      problem: null,
      added_by: "Fay Founder",
    });
    await expect
      .poll(async () => {
        await examine();
        return (await hitsOf("bad_host")).some((hit: { page: { id: string } }) => hit.page.id === page.id);
      })
      .toBe(true);

    for (const [answer, problem] of [
      [{ status: 500 }, "The list isn’t at its address anymore."],
      [{ text: "# nothing yet\n" }, "What came had no hosts in it."],
      [{ text: "<html>\n<body>\n<p>Sign in\nexample.com" }, "What came wasn’t a list of hosts."],
    ] as const) {
      answers.set("/hosts.txt", answer);
      await founder.api("POST", `/admin/signals/lists/${body.id}/update`);
      expect(await loaded(body.id)).toMatchObject({ hosts: 3, problem, updated_at: expect.any(String) });
      const { body: found } = await founder.api("POST", "/admin/signals/look-up", {
        host: "www.two.example",
      });
      expect(found).toEqual({ host: "two.example", lists: ["Ours"] });
    }

    answers.set("/hosts.txt", { text: "four.example" });
    app.clock.set(new Date(app.clock.now().getTime() + 25 * 3_600_000));
    await updateDueLists(app.platform);
    await expect.poll(async () => (await loaded(body.id)).hosts, { timeout: 20_000 }).toBe(1);
    const look = async (host: string) =>
      (await founder.api("POST", "/admin/signals/look-up", { host })).body.lists;
    expect([await look("two.example"), await look("four.example")]).toEqual([[], ["Ours"]]);

    expect((await founder.api("DELETE", `/admin/signals/lists/${body.id}`)).status).toBe(200);
    expect(await look("four.example")).toEqual([]);
    expect((await founder.api("DELETE", `/admin/signals/lists/${body.id}`)).body.code).toBe("LIST_NOT_FOUND");
    expect((await founder.api("POST", `/admin/signals/lists/${body.id}/update`)).body.code).toBe(
      "LIST_NOT_FOUND",
    );
  });
});

describe("what’s typed wrong", () => {
  const LONG = Array.from({ length: 3 }, (_, at) => `h${at}.example`).join("\n");
  it.each([
    ["PUT", "rules/growth", { threshold: 1 }, "THRESHOLD_INVALID"],
    ["PUT", "rules/growth", { threshold: 2.5 }, "THRESHOLD_INVALID"],
    ["PUT", "rules/bad_host", { threshold: 5 }, "THRESHOLD_INVALID"],
    ["PUT", "rules/lookalike", { entries: ["paypal"] }, "BRAND_INVALID"],
    ["PUT", "rules/spam_words", { entries: [" ", ""] }, "ENTRIES_MISSING"],
    ["POST", "lists", { name: " ", url: "https://x.example/" }, "LIST_NAME_MISSING"],
    ["POST", "lists", { name: "X", url: "ftp://x.example/" }, "LIST_URL_INVALID"],
    ["POST", "lists", { name: "X", url: "https://me:secret@x.example/" }, "LIST_URL_INVALID"],
    ["POST", "look-up", { host: "no host" }, "HOST_INVALID"],
  ])("%s %s %j answers %s", async (method, path, body, code) => {
    const answer = await founder.api(method, `/admin/signals/${path}`, body);
    expect([answer.status, answer.body.code]).toEqual([400, code]);
  });

  it.each([
    ["", "LIST_EMPTY"],
    ["# only\n", "LIST_EMPTY"],
    ["<p>\n<p>\nx.example", "LIST_UNREADABLE"],
  ])("a file with %j answers %s", async (text, code) => {
    expect((await upload(text)).body.code).toBe(code);
  });

  it("a file without a name, and one that’s a file already, are refused", async () => {
    expect((await upload(LONG, " ")).body.code).toBe("LIST_NAME_MISSING");
    const { body } = await upload(LONG, "A file");
    const answer = await founder.api("POST", `/admin/signals/lists/${body.id}/update`);
    expect([answer.status, answer.body.code]).toEqual([409, "LIST_IS_FILE"]);
  });

  it("files that are too large or too long, more lists than fit, and others’ places in lists are refused", async () => {
    const large = `${"#".repeat(1999)}\n`.repeat(UPLOAD_BYTES_MAX / 2000 + 1);
    expect((await upload(large)).body.code).toBe("LIST_TOO_LARGE");
    const long = Array.from({ length: HOSTS_MAX + 1 }, (_, at) => `${at.toString(36)}.io`).join("\n");
    expect((await upload(long)).body.code).toBe("LIST_TOO_LONG");
    await app.platform.db.execute(sql`insert into signal_lists (id, name, created_at)
      select gen_random_uuid(), 'x', now() from generate_series(1, ${LISTS_MAX})`);
    const url = "https://x.example/";
    expect((await founder.api("POST", "/admin/signals/lists", { name: "X", url })).body.code).toBe(
      "LIST_LIMIT",
    );
    expect((await upload("a.example")).body.code).toBe("LIST_LIMIT");
    const { body } = await founder.api("GET", "/admin/signals/rules/growth/hits?cursor=x");
    expect(body.code).toBe("CURSOR_INVALID");
  });
});
