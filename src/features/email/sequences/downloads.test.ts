// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { HTML } from "#test/harness/campaigns.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";
import { type Sequencer, send, startSequencer, WAIT, wait } from "#test/harness/sequences.ts";

const FILE = "https://files.example/pack.zip?a=1&b=2";
const delivery = {
  id: "deliver",
  type: "send",
  mail: {
    mode: "html",
    subject: "deliver",
    html: `<p><a href="https://files.example/pack.zip?a=1&amp;b=2">Get it</a></p>${HTML}`,
  },
};

let app: TestApp;
let on: Sequencer;
let page: string;
beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  on = await startSequencer(app);
  page = await addPage();
});

async function addPage(more: object = {}): Promise<string> {
  const { body } = await on.owner.api("POST", "/profiles", { name: "Mia" });
  const form = { lead_capture_enabled: true, screensaver_enabled: true, screensaver_link: FILE, ...more };
  expect((await on.owner.api("PATCH", `/profiles/${body.id}`, form)).status).toBe(200);
  return body.id;
}

const start = (steps: readonly object[], more: object = {}) =>
  on.publish({ triggers: [{ type: "lead", profile_ids: [page] }], steps, ...more });

let fans = 0;
async function signUp(name = `fan${++fans}`, p_profile_id = page): Promise<string> {
  const p_email = `${name}@fans.example`;
  await app.visitor().api("POST", "/rpc/insert_fan_lead", { p_profile_id, p_email, p_name: "Nora" });
  return name;
}

/** Once everything that a sign-up starts is done: how many e-mails with the download the form has sent. */
async function ownMails(name: string): Promise<number> {
  const jobs = () =>
    rowsOf(
      app.platform.db,
      sql`select 1 from jobs.job where state not in ('completed', 'failed', 'cancelled')
        and (data->>'job' like 'leads.send-download%' or data->>'job' = 'sequences.lead')`,
    );
  await vi.waitFor(async () => expect(await jobs()).toEqual([]), WAIT);
  const mails = await rowsOf(
    app.platform.db,
    sql`select 1 from mails where template = 'leads.download' and recipient = ${`${name}@fans.example`}`,
  );
  return mails.length;
}

it("a sign-up gets the download once: by the sequence whose first e-mail it is", async () => {
  const id = await start([{ id: "t", type: "tag", action: "add", tag: "got it" }, delivery]);
  const nora = await signUp();
  await on.arrived([`${nora} deliver`]);
  expect(await ownMails(nora)).toBe(0);
  expect(await on.placeOf(id, nora)).toBe("completed");
  // A page that isn't the sequence's sends its own. Whoever wants it again gets it from the form.
  const other = await signUp(undefined, await addPage());
  await vi.waitFor(async () => expect(await ownMails(other)).toBe(1), WAIT);
  app.clock.advance(86_400_000);
  await signUp(nora);
  await vi.waitFor(async () => expect(await ownMails(nora)).toBe(1), WAIT);
  await on.arrived([`${nora} deliver`]);
});

it("the form sends its own while the sequence is off, has no such link, or sends it to some or later", async () => {
  const id = await start([delivery]);
  await on.call("POST", `/${id}/pause`, {});
  await start([wait("w", 1, "hours"), delivery]);
  await start([send("other")]);
  const condition = { attribute: "tag", operator: "equals", value: "vip" };
  await start([{ id: "b", type: "branch", condition, yes: [delivery], no: [wait("n", 1)] }]);
  const nora = await signUp();
  await vi.waitFor(async () => expect(await ownMails(nora)).toBe(1), WAIT);
});

it("whom the sequence doesn’t let in again gets the form’s own", async () => {
  const second = await addPage();
  await on.publish({ triggers: [{ type: "lead", profile_ids: [] }], steps: [delivery] });
  const nora = await signUp();
  await on.arrived([`${nora} deliver`]);
  await signUp(nora, second);
  await vi.waitFor(async () => expect(await ownMails(nora)).toBe(1), WAIT);
});

it("after a confirmation, too, there’s one", async () => {
  page = await addPage({ confirm_sign_ups: true });
  await start([delivery]);
  const nora = await signUp();
  const mail = await app.mailTo(`${nora}@fans.example`, /Confirm that you want/);
  const { pathname } = new URL(/https?:\/\/\S+\/u\/confirm\/\S+/.exec(mail.text)?.[0] ?? "");
  await fetch(app.url + pathname, { method: "POST", headers: { accept: "text/html" } });
  await on.arrived([`${nora} deliver`]);
  expect(await ownMails(nora)).toBe(0);
});

it("who confirms while the sequence is paused gets the form’s, and not another one as it goes on", async () => {
  page = await addPage({ confirm_sign_ups: true });
  const id = await start([delivery, send("next")]);
  const nora = await signUp();
  await vi.waitFor(async () => expect(await on.placeOf(id, nora)).toBe("active unconfirmed"), WAIT);
  await on.call("POST", `/${id}/pause`, {});
  const mail = await app.mailTo(`${nora}@fans.example`, /Confirm that you want/);
  const { pathname } = new URL(/https?:\/\/\S+\/u\/confirm\/\S+/.exec(mail.text)?.[0] ?? "");
  await fetch(app.url + pathname, { method: "POST", headers: { accept: "text/html" } });
  await vi.waitFor(async () => expect(await ownMails(nora)).toBe(1), WAIT);
  await on.call("POST", `/${id}/resume`, { backlog: "send" });
  await vi.waitFor(async () => expect(await on.placeOf(id, nora)).toBe("completed"), WAIT);
  await on.arrived([`${nora} next`]);
});
