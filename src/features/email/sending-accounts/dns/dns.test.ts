// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { dkimVerify } from "mailauth";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { unsubscribePath } from "#src/features/audience/consent/consent.ts";
import { bulkHeaders } from "#src/features/email/delivery/send/personalization.ts";
import type { TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { startDns, type TestDns } from "#test/harness/dns.ts";
import { eventsOf } from "#test/harness/events.ts";
import { addActiveMailbox, FROM, signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";
import { openSender } from "../sending-accounts.ts";
import { findMailbox } from "../store.ts";
import type { SenderDns } from "./dkim-contract.ts";
import { monitorAllDns, monitorDns } from "./dns-monitor.ts";

const DOMAIN = "mia.example";

let app: TestApp;
let dns: TestDns;
let owner: Client;

beforeAll(async () => {
  dns = await startDns();
  app = await startMailboxApp({ DNS_SERVERS: dns.address });
});
afterAll(async () => {
  await app?.close();
  dns?.close();
});
beforeEach(async () => {
  dns.names.clear();
  dns.broken.clear();
  dns.addZone(DOMAIN);
  owner = await signUpSender(app);
});

const ask = async (method: "POST" | "DELETE", id: string, what: "dns" | "dkim") =>
  (await owner.api(method, `/mailboxes/${id}/${what}`)).body as SenderDns;

/** Puts a key's record into the DNS, the way a person copies it. */
function publish({ name, parts }: SenderDns["keys"][number]) {
  const strings = [...parts.matchAll(/"([^"]*)"/g)].map(([, part]) => part ?? "");
  dns.names.set(name, { TXT: [strings as never] });
}

const LONG_HEADERS = {
  "List-Unsubscribe": `<https://links.example.com/u/${"x".repeat(120)}>, <mailto:unsubscribe-${"y".repeat(80)}@mia.example>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  "List-Id": "<news.mia.example>",
};
/** Nothing happens to it on its way. */
const untouched = (raw: string) => raw;

/** What an independent checker says about the signature of an e-mail that was sent now. */
async function verifyOne(
  mailbox: Awaited<ReturnType<typeof addActiveMailbox>>,
  { headers = LONG_HEADERS as Record<string, string>, relayed = untouched } = {},
) {
  const sender = await openSender(app.platform, mailbox.key);
  await sender.send({
    id: randomUUID(),
    to: "fan@fans.example",
    subject: "Größe, and more words than one line holds ".repeat(4),
    html: `<p>${"Größe ".repeat(400)}</p>`,
    text: ".\r\nGröße",
    headers,
  });
  sender.close();
  const raw = relayed((mailbox.server.raw.at(-1) as Buffer).toString("latin1"));
  const resolver = async (name: string) =>
    [dns.names.get(name)?.TXT?.flat().join("") ?? ""].map((txt) => [txt]);
  const { results } = await dkimVerify(Buffer.from(raw, "latin1"), { resolver: resolver as never });
  return results.map(({ status, signingDomain, selector, signingHeaders }) => ({
    result: status.result,
    domain: signingDomain,
    selector,
    covers: String((signingHeaders as unknown as { keys: string })?.keys ?? "").toLowerCase(),
  }));
}

it("5.10.4 with a long host, too, the signature holds when a relay folds both headers, and a short one’s URLs fit a line", async () => {
  const mailbox = await addActiveMailbox(app, owner);
  const [key] = (await ask("POST", mailbox.id, "dkim")).keys;
  if (!key) throw new Error("There’s no key.");
  publish(key);
  await ask("POST", mailbox.id, "dns");
  const about = { account: owner.id, contact_id: randomUUID(), batch_id: randomUUID() };
  const path = unsubscribePath(app.platform, { ...about, email: "fan@fans.example" });
  expect(`https://fans.example.com${path}`.length).toBeLessThanOrEqual(76);
  const publicUrl = `https://${"a-long-name.".repeat(15)}example.com`;
  const platform = { ...app.platform, instance: { ...app.platform.instance, publicUrl } };
  const row = await findMailbox(app.platform.db, mailbox.key);
  if (!row) throw new Error("There’s no sending account.");
  const headers = bulkHeaders(platform, {
    batch: { user_id: owner.id, id: about.batch_id },
    mailbox: row,
    name: "Mia",
    unsubscribe_url: publicUrl + path,
  });
  const folded = (raw: string) =>
    raw
      .replace(">, <mailto:", ">,\r\n\t<mailto:")
      .replace(/^List-Unsubscribe-Post: /m, "List-Unsubscribe-Post:\r\n ");
  const arrived: string[] = [];
  const fold = (raw: string) => {
    arrived.push(folded(raw));
    return folded(raw);
  };
  expect(await verifyOne(mailbox, { headers })).toMatchObject([{ result: "pass" }]);
  const [verdict] = await verifyOne(mailbox, { headers, relayed: fold });
  expect(verdict).toMatchObject({ result: "pass", covers: expect.stringContaining("list-unsubscribe-post") });
  expect(arrived[0]).toMatch(/^List-Unsubscribe: <https:[^>\s]+>,\r\n\t<mailto:.*\r\n/m);
  expect(arrived[0]).toContain("List-Unsubscribe-Post:\r\n List-Unsubscribe=One-Click\r\n");
  const changed = (raw: string) => raw.replace("subject=unsubscribe", "subject=Unsubscribe");
  expect(await verifyOne(mailbox, { headers, relayed: changed })).toMatchObject([{ result: "fail" }]);
});

it("5.10.4 a key signs once its record is found, and an independent checker accepts it with both unsubscribe headers covered", async () => {
  const mailbox = await addActiveMailbox(app, owner);
  expect(await ask("POST", mailbox.id, "dns")).toMatchObject({ domain: DOMAIN, is_signing: false, keys: [] });
  const { keys } = await ask("POST", mailbox.id, "dkim");
  const [key] = keys;
  if (!key) throw new Error("There’s no key.");
  expect(key.label).toMatch(/^fanfare-[0-9a-f]{8}\._domainkey$/);
  expect([key.name, key.found.state]).toEqual([`${key.label}.${DOMAIN}`, "missing"]);
  // A double click makes one key.
  expect((await ask("POST", mailbox.id, "dkim")).keys).toEqual(keys);
  expect(await verifyOne(mailbox)).toMatchObject([{ result: "none" }]);

  dns.names.set(key.name, { TXT: [key.value.slice(0, 255)] });
  expect((await ask("POST", mailbox.id, "dns")).keys[0]?.found).toMatchObject({ state: "wrong" });
  publish(key);
  expect(await ask("POST", mailbox.id, "dns")).toMatchObject({
    is_signing: true,
    keys: [{ found: { state: "good" } }],
  });
  const [signed] = await verifyOne(mailbox);
  expect(signed).toMatchObject({ result: "pass", domain: DOMAIN, selector: key.label.split(".")[0] });
  for (const header of ["from", "to", "list-unsubscribe", "list-unsubscribe-post", "list-id"])
    expect(signed?.covers.split(/[:;\s]+/)).toContain(header);
});

it("a successor takes over once it’s found, and without its domain or its key nothing is signed", async () => {
  const mailbox = await addActiveMailbox(app, owner);
  const [first] = (await ask("POST", mailbox.id, "dkim")).keys;
  if (!first) throw new Error("There’s no key.");
  publish(first);
  await ask("POST", mailbox.id, "dns");
  const both = await ask("POST", mailbox.id, "dkim");
  expect(both.keys.map(({ is_next }) => is_next)).toEqual([false, true]);
  const next = both.keys[1];
  if (!next) throw new Error("There’s no successor.");
  const selectorOf = ({ label }: { label: string }) => label.split(".")[0];
  expect(await verifyOne(mailbox)).toMatchObject([{ result: "pass", selector: selectorOf(first) }]);
  publish(next);
  const after = await ask("POST", mailbox.id, "dns");
  expect(after.keys).toMatchObject([{ is_next: false, name: next.name }]);
  expect(await verifyOne(mailbox)).toMatchObject([{ result: "pass", selector: selectorOf(next) }]);

  const address = { from_address: "hello@other.example" };
  expect((await owner.api("PATCH", `/mailboxes/${mailbox.id}`, address)).status).toBe(200);
  expect(await verifyOne(mailbox)).toMatchObject([{ result: "none" }]);
  await owner.api("PATCH", `/mailboxes/${mailbox.id}`, { from_address: `hello@${DOMAIN}` });
  expect(await verifyOne(mailbox)).toMatchObject([{ result: "pass" }]);

  expect(await ask("DELETE", mailbox.id, "dkim")).toMatchObject({ is_signing: false, keys: [] });
  expect(await verifyOne(mailbox)).toMatchObject([{ result: "none" }]);
  const row = await findMailbox(app.platform.db, mailbox.key);
  expect([row?.dkim_key, row?.dkim_next_key]).toEqual([null, null]);
});

it("says in words what SPF and DMARC records are there, and changes nothing if nobody answers", async () => {
  const { id } = await addActiveMailbox(app, owner);
  const [key] = (await ask("POST", id, "dkim")).keys;
  if (!key) throw new Error("There’s no key.");
  publish(key);
  dns.addZone(DOMAIN, { TXT: ["v=spf1 include:_spf.example.net ~all", "something=else"] });
  dns.names.set(`_dmarc.${DOMAIN}`, { TXT: ["v=DMARC1; p=quarantine"] });
  dns.broken.add(key.name);
  const seen = await ask("POST", id, "dns");
  expect(seen).toMatchObject({
    is_signing: false,
    keys: [{ found: { state: "unknown" } }],
    spf: { state: "good", records: ["v=spf1 include:_spf.example.net ~all"] },
    dmarc: { state: "good", records: ["v=DMARC1; p=quarantine"], words: expect.stringContaining("spam") },
  });
});

it("is only for servers, and only for accounts’ own", async () => {
  const { id } = await addActiveMailbox(app, owner);
  await app.platform.db.execute(sql`update mailboxes set kind = 'gmail' where id = ${id}`);
  const stranger = await signUpSender(app);
  const calls = [
    ["POST", "dns"],
    ["POST", "dkim"],
    ["DELETE", "dkim"],
  ] as const;
  for (const [method, what] of calls) {
    const refused = await owner.api(method, `/mailboxes/${id}/${what}`);
    expect([refused.status, refused.body.code]).toEqual([409, "DKIM_BY_GOOGLE"]);
    const gone = await stranger.api(method, `/mailboxes/${id}/${what}`);
    expect([gone.status, gone.body.code]).toEqual([404, "MAILBOX_NOT_FOUND"]);
  }
});

it("5.10.4 a record that’s gone for an hour ends signing and tells once; once it’s back, it signs again", async () => {
  const { id, key, ...mailbox } = await addActiveMailbox(app, owner);
  const [made] = (await ask("POST", id, "dkim")).keys;
  if (!made) throw new Error("There’s no key.");
  dns.addZone(DOMAIN, { TXT: ["v=spf1 -all"] });
  const queued = vi.fn();
  const platform = { ...app.platform, enqueue: queued as never };
  /** The hourly look, and the second one if it asks for that. */
  const watch = async () => {
    queued.mockClear();
    await monitorAllDns(platform);
    const own = queued.mock.calls.filter(([, data]) => data.id === id);
    for (const [, data] of own) await monitorDns(platform, data);
    return queued.mock.calls.flatMap(([, data, options]) =>
      data.is_second && data.id === id ? [{ data, options }] : [],
    );
  };
  const lost = async () => (await owner.api("GET", "/mailboxes")).body.items[0].dns_lost;
  const told = async () => (await eventsOf(app, id)).filter(({ name }) => name === "mailbox.dns_lost");
  const signs = async () => (await verifyOne({ id, key, ...mailbox }))[0]?.result !== "none";

  // Never there isn't lost. Once it's there, nobody has to look.
  expect([await watch(), await lost(), await signs()]).toEqual([[], [], false]);
  publish(made);
  expect([await watch(), await lost(), await signs()]).toEqual([[], [], true]);

  dns.broken.add(made.name);
  expect([await watch(), await signs()]).toEqual([[], true]);
  dns.broken.clear();
  dns.names.delete(made.name);
  const [second] = await watch();
  expect(second?.options.delaySeconds).toBe(3600);
  expect([await lost(), await signs()]).toEqual([[], true]);
  dns.addZone(DOMAIN);
  await monitorDns(platform, second?.data);
  expect([await lost(), await signs()]).toEqual([["dkim", "spf"], false]);
  expect((await told()).map(({ payload }) => payload)).toEqual([{ why: "dkim,spf" }]);
  expect([await watch(), (await told()).length]).toEqual([[], 1]);
  const says = async () =>
    (await owner.api("GET", "/notifications")).body.items.map(({ text }: { text: string }) => text);
  await vi.waitUntil(async () => (await says()).length > 0, { timeout: 20_000 });
  expect(await says()).toEqual([
    `The DKIM and SPF records aren’t right anymore for ${FROM}, so we don’t sign its e-mail`,
  ]);

  publish(made);
  expect([await watch(), await lost(), await signs()]).toEqual([[], ["spf"], true]);
  dns.addZone(DOMAIN, { TXT: ["v=spf1 -all"] });
  await ask("POST", id, "dns");
  expect(await lost()).toEqual([]);
});
