// @project server-postgres
import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { pollInbox } from "#src/features/email/inbound/poll.ts";
import type { TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { startDns, type TestDns } from "#test/harness/dns.ts";
import { eventsOf } from "#test/harness/events.ts";
import { type ImapServer, startImapServer } from "#test/harness/imap-server.ts";
import {
  addActiveMailbox,
  FROM,
  LOGIN,
  MAIL_HOST,
  signUpSender,
  startMailboxApp,
} from "#test/harness/mailbox.ts";
import type { Check } from "../checks/checks-contract.ts";

const DAY_S = 86_400;
const SUBJECT = "Report domain: mia.example Submitter: google.com Report-ID: 1";
const NAME = "google.com!mia.example!1774742400!1774828799";

let app: TestApp;
let dns: TestDns;
let owner: Client;
let mailbox: Awaited<ReturnType<typeof addActiveMailbox>>;
let server: ImapServer;
beforeAll(async () => {
  dns = await startDns();
  app = await startMailboxApp({ ROLES: "web", DNS_SERVERS: dns.address });
});
beforeEach(async () => {
  owner = await signUpSender(app);
  mailbox = await addActiveMailbox(app, owner);
  server = await startImapServer({ login: LOGIN });
});
afterAll(async () => {
  await app?.close();
  dns?.close();
});

const connect = () =>
  owner.api("PUT", `/mailboxes/${mailbox.id}/inbox`, {
    ...{ host: MAIL_HOST, port: server.port, security: "none" },
    ...{ username: LOGIN.user, password: LOGIN.pass },
  });
const read = () => pollInbox(app.platform, { account: owner.id, mailbox_id: mailbox.id });
const reports = async () => (await owner.api("GET", "/dmarc-reports")).body;

function reportOf(id: string, domain = "mia.example"): string {
  const begin = Math.floor(app.clock.now().getTime() / 1000 / DAY_S - 1) * DAY_S;
  return `<feedback><report_metadata><org_name>google.com</org_name><report_id>${id}</report_id>
    <date_range><begin>${begin}</begin><end>${begin + DAY_S - 1}</end></date_range></report_metadata>
    <policy_published><domain>${domain}</domain></policy_published><record><row><source_ip>192.0.2.1</source_ip>
    <count>5</count><policy_evaluated><disposition>none</disposition><dkim>pass</dkim><spf>pass</spf>
    </policy_evaluated></row></record></feedback>`;
}

interface Attached {
  content: string | Uint8Array;
  name?: string;
  type?: string;
  subject?: string;
}

function mailWith({
  content,
  name = `${NAME}.xml.gz`,
  type = "application/gzip",
  subject = SUBJECT,
}: Attached) {
  return `From: noreply-dmarc-support@google.com\nSubject: ${subject}\nMessage-ID: <${randomUUID()}@google.com>\nMIME-Version: 1.0
Content-Type: ${type}; name="${name}"\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n
${Buffer.from(content).toString("base64").replace(/.{76}/g, "$&\n")}\n`;
}

it("reads reports that come to a connected inbox, in any packing, once", async () => {
  await connect();
  server.deliver(mailWith({ content: gzipSync(reportOf("1")) }));
  server.deliver(mailWith({ content: gzipSync(reportOf("1")) }));
  const zip = zipSync({ "a.xml": new TextEncoder().encode(reportOf("2")) });
  // The file's name alone says it, or the subject alone.
  server.deliver(mailWith({ content: zip, name: `${NAME}.zip`, type: "application/zip", subject: "Hello" }));
  server.deliver(mailWith({ content: reportOf("3"), name: "report.xml", type: "text/xml" }));
  await read();
  expect(await reports()).toMatchObject({ reports: 3, messages: 15, aligned: 15 });
  const told = (await eventsOf(app, mailbox.id)).filter(({ name }) => name === "dmarc_report.imported");
  expect(told.map(({ payload }) => payload)).toEqual(Array(3).fill({ host: "mia.example", is_mailed: true }));
});

it("reads a report within an e-mail within an e-mail (dmarcts-report-parser 122)", async () => {
  await connect();
  server.deliver(`From: a@google.com\nSubject: ${SUBJECT}\nMessage-ID: <${randomUUID()}@google.com>\nMIME-Version: 1.0
Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\nHi\n--x\nContent-Type: message/rfc822\n
${mailWith({ content: gzipSync(reportOf("1")) })}\n--x--\n`);
  await read();
  expect((await reports()).reports).toBe(1);
});

it("takes nothing that’s broken, forged for another domain, or no report (parsedmarc 409)", async () => {
  await connect();
  server.deliver(mailWith({ content: gzipSync("unused") }));
  server.deliver(mailWith({ content: gzipSync(reportOf("1")).subarray(0, 60) }));
  server.deliver(mailWith({ content: gzipSync(reportOf("2", "other.example")) }));
  server.deliver(mailWith({ content: gzipSync(`<!DOCTYPE x>${reportOf("3")}`) }));
  server.deliver(mailWith({ content: gzipSync(reportOf("4")), name: "photos.gz", subject: "Our holidays" }));
  await read();
  expect((await reports()).reports).toBe(0);
});

it("suggests the address of the inbox that’s read for the DMARC record", async () => {
  dns.addZone("mia.example", {});
  const dmarc = async () => {
    const { body } = await owner.api("POST", "/deliverability/domains/mia.example/check");
    return body.checks.find(({ name }: Check) => name === "dmarc") as Check;
  };
  expect((await dmarc()).record?.value).toBe("v=DMARC1; p=none; rua=mailto:dmarc@mia.example");
  await connect();
  expect((await dmarc()).record?.value).toBe(`v=DMARC1; p=none; rua=mailto:${FROM}`);
  dns.names.set("_dmarc.mia.example", { TXT: ["v=DMARC1; p=reject"] });
  expect((await dmarc()).record?.value).toBe(`v=DMARC1; p=reject; rua=mailto:${FROM}`);
  dns.names.set("_dmarc.mia.example", { TXT: [`v=DMARC1; p=reject; rua=mailto:${FROM}`] });
  const done = await dmarc();
  expect(done.record).toBe(null);
  expect(done.notes).toContain(`Reports go to ${FROM}, where we read them.`);
});
