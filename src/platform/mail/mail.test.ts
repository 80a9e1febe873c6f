import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { describe, expect, it } from "vitest";
import { listKeptMail, openMail, readKeptMail } from "./mail.ts";

const EMAIL = { to: "nora@example.com", subject: "Grüße, نورا", text: "Plain", html: "<p>Rich</p>" };
const FROM = "Fanfare <fanfare@example.com>";

/** A real SMTP server that keeps what it receives. */
async function startSmtp() {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        received.push(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", () => ready()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    stop: () => new Promise<void>((done) => server.close(() => done())),
  };
}

describe("mail", () => {
  it("goes to the mail server when one is set", async () => {
    const smtp = await startSmtp();
    const mail = openMail({ smtpUrl: smtp.url, from: FROM, folder: "" });
    await mail.send(EMAIL);
    mail.close();
    await smtp.stop();
    const message = await simpleParser(smtp.received[0] ?? "");
    expect(mail.delivery).toBe("smtp");
    expect(message.subject).toBe("Grüße, نورا");
    expect(message.from?.text).toContain("fanfare@example.com");
  });

  it("fails when the server is not there, so that the job tries again", async () => {
    const smtp = await startSmtp();
    await smtp.stop();
    const mail = openMail({ smtpUrl: smtp.url, from: FROM, folder: "" });
    await expect(mail.send(EMAIL)).rejects.toThrow();
    mail.close();
  });

  it("is kept as files, newest first, while no server is set", async () => {
    const folder = join(tmpdir(), `fanfare-mail-${randomUUID()}`);
    const mail = openMail({ smtpUrl: "", from: FROM, folder });
    expect(await listKeptMail(folder)).toEqual([]);
    await mail.send(EMAIL);
    await mail.send({ ...EMAIL, subject: "Second" });
    const [newest, oldest] = await listKeptMail(folder);
    const subjects = [newest, oldest].map(
      async (id) => (await simpleParser((await readKeptMail(folder, id ?? "")) ?? "")).subject,
    );
    expect(await Promise.all(subjects)).toContain("Second");
    expect(await readKeptMail(folder, "../../etc/passwd")).toBeUndefined();
  });
});
