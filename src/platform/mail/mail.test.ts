// @project unit
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startMailServer } from "#test/harness/mail-server.ts";
import { listSavedMail, openMail, readSavedMail } from "./mail.ts";

const EMAIL = {
  id: "0198a000-0000-7000-8000-000000000001",
  at: "2026-11-20T10:00:00.000Z",
  to: "nora@example.com",
  subject: "Grüße, نورا",
  text: "Plain",
  html: "<p>Rich</p>",
};
const SETTINGS = {
  smtpUrl: "",
  from: () => "Fanfare <fanfare@example.com>",
  folder: "",
  publicUrl: "https://links.example.com",
};

function openTo(smtpUrl: string) {
  const mail = openMail({ ...SETTINGS, smtpUrl });
  onTestFinished(() => mail.close());
  return mail;
}

describe("mail", () => {
  it("goes to the mail server when one is set, and arrives word for word", async () => {
    const server = await startMailServer();
    const mail = openTo(server.url);
    const { outcome } = await mail.send(EMAIL);
    expect(mail.delivery).toBe("smtp");
    expect(outcome).toMatch(/^250 /);
    const [message] = server.received;
    expect(message?.subject).toBe("Grüße, نورا");
    expect(message?.from?.text).toContain("fanfare@example.com");
    expect(message?.messageId).toBe(`<${EMAIL.id}@links.example.com>`);
    expect(message?.headers.get("auto-submitted")).toBe("auto-generated");
  });

  it("keeps to one recipient and one subject, whatever text they contain", async () => {
    const server = await startMailServer();
    const subject = "Hello\r\nBcc: victim@example.com";
    await openTo(server.url).send({ ...EMAIL, to: '"a,victim"@example.com', subject });
    const [message] = server.received;
    expect(message?.bcc).toBeUndefined();
    expect(message?.subject).toBe("Hello Bcc: victim@example.com");
    expect([message?.to].flat().flatMap((to) => to?.value ?? [])).toHaveLength(1);
  });

  it.each(["=?UTF-8?Q?a=0D=0ABcc:_x@y.example?=", `Hi\r\n=?UTF-8?B?YQ==?= ${"long ".repeat(30)}end`])(
    "a subject that looks encoded is read as it was written: %j",
    async (subject) => {
      const server = await startMailServer();
      await openTo(server.url).send({ ...EMAIL, subject });
      expect(server.received[0]?.subject).toBe(subject.replace("\r\n", " "));
      for (const line of String(server.raw[0]).split("\r\n\r\n")[0]?.split("\r\n") ?? [])
        expect(line.length).toBeLessThan(100);
    },
  );

  it("fails when the server is down, doesn't know the recipient, hangs, or hangs up midway", async () => {
    const refusing = await startMailServer({ refuses: () => true });
    await expect(openTo(refusing.url).send(EMAIL)).rejects.toMatchObject({
      responseCode: 550,
      code: "EENVELOPE",
      response: expect.stringContaining("no such user"),
    });
    const hanging = await startMailServer({ judge: () => new Promise(() => {}) });
    const patience = `${hanging.url}?socketTimeout=300`;
    await expect(openTo(patience).send(EMAIL)).rejects.toMatchObject({ code: "ETIMEDOUT" });
    const closing = await startMailServer({ closesMidway: true });
    await expect(openTo(closing.url).send(EMAIL)).rejects.toThrow();
    expect([refusing, hanging, closing].flatMap(({ received }) => received)).toEqual([]);
    await expect(openTo("smtp://127.0.0.1:1").send(EMAIL)).rejects.toMatchObject({ code: "ESOCKET" });
  });

  it("is saved as files, newest first, while no server is set, and saved once no matter how many tries it takes", async () => {
    const folder = join(tmpdir(), `fanfare-mail-${randomUUID()}`);
    const mail = openMail({ ...SETTINGS, folder });
    expect(await listSavedMail(folder)).toEqual([]);
    const first = await mail.send(EMAIL);
    await mail.send({ ...EMAIL, id: randomUUID(), at: "2026-11-20T11:00:00.000Z", subject: "Second" });
    expect(await mail.send(EMAIL)).toEqual(first);
    const kept = (await listSavedMail(folder)).map((id) => readSavedMail(folder, id));
    expect(await Promise.all(kept)).toMatchObject([
      { subject: "Second" },
      { subject: EMAIL.subject, to: EMAIL.to, at: EMAIL.at },
    ]);
    expect(await readSavedMail(folder, "../../etc/passwd")).toBeUndefined();
  });
});
