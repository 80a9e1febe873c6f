// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { startSender } from "#test/harness/campaigns.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";
import { deleteUnusedAttachments } from "./attachment-gc.ts";
import { enqueueDueMails } from "./mail-ledger.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const WAIT = { timeout: 20_000 };
const FOOTER = '<p>{{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';

let app: TestApp;
beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());

it("5.2.7 a file that nothing needs goes after a day, and one that waits to go out stays until it has", async () => {
  let isBusy = true;
  const judge = () => (isBusy ? { code: 451, words: "4.3.0 Later" } : undefined);
  const { owner, mailbox, add, act, addFans } = await startSender(app, { judge });
  const upload = async (name: string) => {
    const form = new FormData();
    form.set("file", new File([name], name));
    return (await owner.api("POST", "/templates/files", form)).body;
  };
  const template = async (name: string) => {
    const form = { name, subject: "Hi", html: FOOTER, attachments: [await upload(name)] };
    return (await owner.api("POST", "/templates", form)).body.id;
  };
  const left = async (days: number) => {
    app.clock.advance(days * DAY_MS);
    await deleteUnusedAttachments(app.platform);
    const rows = await rowsOf<{ name: string }>(
      app.platform.db,
      sql`select name from mail_files where user_id = ${owner.id} order by name`,
    );
    return rows.map(({ name }) => name);
  };

  await upload("unsaved.txt");
  const shown = await template("shown.txt");
  await owner.api("PATCH", `/templates/${shown}`, { attachments: [] });
  const [ofCampaign, ofMail] = [await template("campaign.txt"), await template("mail.txt")];
  await addFans({ nora: {} });
  const campaign = await add({ template_id: ofCampaign, html: "" });
  await act(campaign, "send");
  const mail = { to: "nora@fans.example", mailbox_id: mailbox.id, template_id: ofMail };
  const { id } = (await owner.api("POST", "/mails", mail)).body;
  const firstOutcome = async () =>
    (await owner.api("GET", `/campaigns/${campaign}/deliveries`)).body.items[0]?.outcome;
  await vi.waitUntil(
    async () => (await firstOutcome()) && (await owner.api("GET", `/mails/${id}`)).body.outcome,
    WAIT,
  );
  expect((await act(campaign, "pause")).body.state).toBe("paused");
  for (const gone of [ofCampaign, ofMail])
    expect((await owner.api("DELETE", `/templates/${gone}`)).status).toBeLessThan(300);

  const all = ["campaign.txt", "mail.txt", "shown.txt", "unsaved.txt"];
  expect(await left(0)).toEqual(all);
  // A version of the template still names what it no longer shows.
  expect(await left(1.5)).toEqual(["campaign.txt", "mail.txt", "shown.txt"]);
  expect(await left(1.5)).toEqual(["campaign.txt", "mail.txt", "shown.txt"]);
  isBusy = false;
  await act(campaign, "resume");
  await enqueueDueMails(app.platform);
  await vi.waitUntil(() => mailbox.server.received.length === 2, WAIT);
  const names = mailbox.server.received.map(({ attachments }) => attachments[0]?.filename);
  expect(names.sort()).toEqual(["campaign.txt", "mail.txt"]);
  await vi.waitUntil(
    async () => (await owner.api("GET", `/campaigns/${campaign}`)).body.state === "sent",
    WAIT,
  );
  // Somebody may join the campaign later.
  expect(await left(2)).toEqual(["campaign.txt", "shown.txt"]);
  expect(await left(9)).toEqual(["shown.txt"]);
});
