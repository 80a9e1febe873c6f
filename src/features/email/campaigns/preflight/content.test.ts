// @project server-postgres
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { deleteUnusedAttachments } from "#src/features/email/transactional/attachment-gc.ts";
import type { TestApp } from "#test/harness/app.ts";
import { HTML, runDue, type Sender, startSender } from "#test/harness/campaigns.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let app: TestApp;
let sender: Sender;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  sender = await startSender(app);
  await sender.addFans({ nora: {} });
});

const TEXT = { id: "t", type: "text", html: '<p>Hi {{ contact.first_name | default: "there" }}</p>' };
const BLOCKS = [
  { id: "h", type: "heading", text: "On tour" },
  TEXT,
  { id: "b", type: "button", label: "Dates", url: "https://mia.example/tour" },
];

async function attach(name: string): Promise<{ id: string }> {
  const form = new FormData();
  form.set("file", new File(["Songs"], name));
  return (await sender.owner.api("POST", "/templates/files", form)).body;
}

const stopsOf = async (id: string): Promise<string[]> => {
  const { problems } = (await sender.act(id, "check")).body as {
    problems: { severity: string; message: string }[];
  };
  return problems.filter(({ severity }) => severity === "stop").map(({ message }) => message);
};

it("5.2.1 a campaign written in blocks goes out as a template of the same blocks would", async () => {
  const { owner, add, act, reaches, mailbox } = sender;
  const theme = { background: "#101010", card: "#ffffff", text: "#222222", accent: "#ff0000" };
  const look = { ...theme, accent_text: "#ffffff", font: "serif", radius: 0 };
  const said = { subject: "Tour", preheader: "Eleven towns", blocks: BLOCKS, theme: look };
  const file = await attach("dates.txt");
  const id = await add({ ...said, html: undefined, attachments: [file] });
  const kept = (await owner.api("GET", `/campaigns/${id}`)).body;
  expect(kept).toMatchObject({ mode: "blocks", subject: "Tour", preheader: "Eleven towns", theme: look });
  expect(kept.blocks.map(({ type }: { type: string }) => type)).toEqual([
    "heading",
    "text",
    "button",
    "footer",
  ]);
  expect(kept.attachments).toEqual([expect.objectContaining({ id: file.id, name: "dates.txt" })]);
  expect(await stopsOf(id)).toEqual([]);

  const template = (await owner.api("POST", "/templates", { name: "Tour", ...said })).body;
  const twin = await add({ html: undefined, subject: "", template_id: template.id });
  for (const one of [id, twin]) {
    expect((await act(one, "send")).status).toBe(200);
    await reaches(one, "sent");
  }
  const [own, ofTemplate] = mailbox.server.received;
  expect(own?.subject).toBe("Tour");
  expect(own?.html).toMatch(/Eleven towns[\s\S]*On tour[\s\S]*Hi there[\s\S]*Main Street 1, Town/);
  expect(own?.html).toContain("#ff0000");
  expect(own?.attachments.map(({ filename }) => filename)).toEqual(["dates.txt"]);
  // Links carry each message's own token.
  const bare = (html: string | false = "") => String(html).replace(/https?:\/\/[^"\s]+/g, "");
  expect(bare(own?.html)).toBe(bare(ofTemplate?.html));
});

it("5.2.1 nothing is sent of an e-mail that nobody has written yet", async () => {
  const { owner, add, act } = sender;
  const id = await add({ html: undefined, blocks: [{ ...TEXT, html: "<p> </p>" }] });
  expect(await stopsOf(id)).toEqual(["Write the e-mail, or choose a template."]);
  expect((await act(id, "send")).body.code).toBe("CAMPAIGN_NOT_READY");
  await owner.api("PATCH", `/campaigns/${id}`, { blocks: [TEXT] });
  expect(await stopsOf(id)).toEqual([]);
});

it("5.2.1 what a campaign says follows from what’s given, and trying something else loses nothing", async () => {
  const { owner, add } = sender;
  const change = async (id: string, form: object) =>
    (await owner.api("PATCH", `/campaigns/${id}`, form)).body;
  expect((await owner.api("POST", "/campaigns", { name: "New" })).body).toMatchObject({
    mode: "blocks",
    blocks: [],
  });
  const id = await add();
  expect((await sender.get(id)).mode).toBe("html");
  expect((await change(id, { blocks: BLOCKS })).mode).toBe("blocks");
  const template = (await owner.api("POST", "/templates", { name: "T", subject: "Theirs", html: HTML })).body;
  const other = await change(id, { template_id: template.id });
  expect([other.mode, other.html, other.blocks.length]).toEqual(["template", HTML, 4]);
  expect((await change(id, { mode: "blocks" })).template_id).toBe(template.id);
  const strange = await owner.api("PATCH", `/campaigns/${id}`, { attachments: [{ id: template.id }] });
  expect([strange.status, strange.body.code]).toEqual([404, "ATTACHMENT_NOT_FOUND"]);
  const added = await owner.api("POST", "/campaigns", { name: "New", attachments: [{ id: template.id }] });
  expect([added.status, added.body.code]).toEqual([404, "ATTACHMENT_NOT_FOUND"]);
});

it("5.2.7 files that are too large together are refused", async () => {
  const { owner, add } = sender;
  const files = [];
  for (const name of ["one", "two"]) {
    const form = new FormData();
    form.set("file", new File([name.repeat(1024 * 1024)], `${name}.txt`));
    files.push((await owner.api("POST", "/templates/files", form)).body);
  }
  const attachments = files.map(({ id }) => ({ id }));
  const id = await add();
  const refused = [
    await owner.api("PATCH", `/campaigns/${id}`, { attachments }),
    await owner.api("POST", "/campaigns", { name: "Heavy", attachments }),
    await owner.api("POST", "/templates/preview", { draft: { attachments } }),
    await owner.api("POST", "/templates/test", { draft: { attachments, mailbox_id: sender.mailbox.id } }),
  ];
  expect(refused.map(({ body }) => body.code)).toEqual(Array(4).fill("ATTACHMENTS_TOO_LARGE"));
});

it("5.2.7 a draft’s files stay as long as it does, and another file needs another approval", async () => {
  const { owner, add } = sender;
  const file = await attach("songs.txt");
  const id = await add({ html: undefined, blocks: BLOCKS, attachments: [file] });
  const left = async () => {
    app.clock.advance(2 * DAY_MS);
    await deleteUnusedAttachments(app.platform);
    return (await owner.api("PATCH", `/campaigns/${id}`, { attachments: [file] })).status;
  };
  expect(await left()).toBe(200);
  expect(await left()).toBe(200);
  const version = async () => (await owner.api("GET", `/campaigns/${id}/approval`)).body.version;
  const before = await version();
  await owner.api("PATCH", `/campaigns/${id}`, { attachments: [await attach("more.txt")] });
  expect(await version()).not.toBe(before);
  await owner.api("DELETE", `/campaigns/${id}`);
  app.clock.advance(2 * DAY_MS);
  await deleteUnusedAttachments(app.platform);
  expect((await owner.api("POST", "/campaigns", { name: "New", attachments: [file] })).status).toBe(404);
});

it("5.3.1 the next run of a series, and a second attempt, say the same", async () => {
  const { owner, add, act, reaches, get } = sender;
  const id = await add({ html: undefined, blocks: BLOCKS, preheader: "Eleven towns" });
  const time = new Date(app.clock.now().getTime() + HOUR_MS).toISOString().slice(11, 16);
  await owner.api("POST", `/campaigns/${id}/repeat`, { every: "day", time, time_zone: "UTC" });
  app.clock.advance(HOUR_MS + 60_000);
  await runDue(app.platform);
  await reaches(id, "sent");
  const said = { mode: "blocks", preheader: "Eleven towns", blocks: (await get(id)).blocks };
  const { campaign_id } = (await owner.api("GET", `/campaigns/${id}/series`)).body;
  expect(campaign_id).not.toBe(id);
  expect(await get(campaign_id)).toMatchObject(said);
  app.clock.advance(3 * DAY_MS);
  const again = (await act(id, "resend", { subject: "Did you see it?" })).body;
  expect(again).toMatchObject({ ...said, subject: "Did you see it?" });
  await owner.api("PUT", `/campaigns/${id}/series`, { state: "ended" });
});
