// @project server-postgres
import { rm } from "node:fs/promises";
import { afterEach, expect, it, vi } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { startMailServer } from "#test/harness/mail-server.ts";
import type { SentMail } from "./contract.ts";

let app: TestApp;
afterEach(() => app?.close());

const list = async (founder: Client, q = ""): Promise<SentMail[]> =>
  (await founder.api("GET", `/mail?q=${encodeURIComponent(q)}`)).body.items;

/** The newest e-mail to the founder, once it's in this state. */
async function mailIn(founder: Client, state: SentMail["state"]): Promise<SentMail> {
  const find = async () => (await list(founder, founder.email)).find((mail) => mail.state === state);
  return (await vi.waitUntil(find, { timeout: 20_000 })) as SentMail;
}

it("saved e-mail is shown as it was written, including the link, and as a copy once its file is gone", async () => {
  app = await startApp();
  const founder = await app.signUp();
  const mail = await mailIn(founder, "sent");
  expect(mail).toMatchObject({ to: founder.email, label: "Confirm e-mail address", is_kept: true });
  const { body } = await founder.api("GET", `/mail/${mail.id}`);
  expect(body).toMatchObject({ shows: "kept", subject: "Confirm your e-mail address for Fanfare" });
  expect([body.text, body.html]).toEqual([
    expect.stringContaining("token="),
    expect.stringContaining("token="),
  ]);
  await rm(app.platform.mail.folder, { recursive: true });
  const copy = (await founder.api("GET", `/mail/${mail.id}`)).body;
  expect(copy).toMatchObject({ shows: "copy", subject: body.subject });
  expect(copy.text + copy.html).not.toContain("token=");
});

it("the list continues where it left off, and finds part of an address in any case", async () => {
  app = await startApp();
  const founder = await app.signUp();
  for (let n = 0; n < 50; n++)
    await app.visitor().call("POST", "/api/auth/request-password-reset", { email: `n${n}@fans.example` });
  const first = (await founder.api("GET", "/mail")).body;
  const rest = (await founder.api("GET", `/mail?cursor=${first.next}`)).body;
  expect([first.items.length, rest.items.length, rest.next]).toEqual([50, 1, undefined]);
  expect(rest.items[0].to).toBe(founder.email);
  expect((await list(founder, "N49@Fans")).map(({ to }) => to)).toEqual(["n49@fans.example"]);
  expect((await founder.api("GET", "/mail?cursor=made-up")).body.code).toBe("CURSOR_INVALID");
});

it("a test e-mail goes to the person asking, and a failed one goes out again, and only that", async () => {
  let refuses = true;
  const server = await startMailServer({ refuses: () => refuses });
  app = await startApp({ SMTP_URL: server.url });
  const founder = await app.signUp();
  await vi.waitUntil(async () => (await list(founder)).every(({ state }) => state === "failed"));
  refuses = false;
  expect((await founder.api("POST", "/mail/test", {})).body).toEqual({ to: founder.email });
  const sent = await mailIn(founder, "sent");
  expect(sent).toMatchObject({
    label: "Test e-mail",
    is_kept: false,
    outcome: expect.stringMatching(/^250/),
  });
  const failed = await mailIn(founder, "failed");
  expect(failed.outcome).toMatch(/^550/);
  expect((await founder.api("POST", `/mail/${failed.id}/send-again`)).body.state).not.toBe("failed");
  await vi.waitUntil(async () => (await list(founder)).every(({ state }) => state === "sent"), {
    timeout: 20_000,
  });
  expect(server.received.map(({ subject }) => subject)).toEqual([
    "E-mail from Fanfare works",
    "Confirm your e-mail address for Fanfare",
  ]);
  const again = await founder.api("POST", `/mail/${failed.id}/send-again`);
  expect([again.status, again.body.code]).toEqual([409, "MAIL_NOT_FAILED"]);
  const missing = await founder.api("POST", "/mail/nothing/send-again");
  expect([missing.status, missing.body.code]).toEqual([404, "MAIL_NOT_FOUND"]);
});
