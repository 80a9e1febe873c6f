import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { SMTPServer } from "smtp-server";
import { expect, makeProfile, post } from "./instance.ts";
import { codeTo } from "./mails.ts";

/** Knows everyone but people called “gone”. */
export async function startMail() {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo({ address }, _session, done) {
      if (!address.startsWith("gone")) return done();
      done(Object.assign(new Error("5.1.1 no such user"), { responseCode: 550 }));
    },
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        received.push(Buffer.concat(parts).toString());
        done();
      });
    },
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", () => ready()));
  return { server, received, port: (server.server.address() as AddressInfo).port };
}

interface Accounts {
  dataFolder: string;
  port: number;
  addresses: readonly string[];
}

/** Sending accounts that are ready, and one that's off if its name is “old”. */
export async function addMailboxes(owner: Page, { dataFolder, port, addresses }: Accounts): Promise<void> {
  for (const from_address of addresses) {
    const { id } = await post(owner, "/api/v1/mailboxes", {
      kind: "smtp",
      host: "127.0.0.1",
      port,
      security: "none",
      auth: "none",
      from_name: "Mia",
      from_address,
      postal_address: "Main Street 1",
    });
    const path = `/api/v1/mailboxes/${id}`;
    expect(await post(owner, `${path}/test`, {})).toMatchObject({ is_ok: true });
    await post(owner, `${path}/code`, {});
    await post(owner, `${path}/proof`, { code: await codeTo(dataFolder, from_address) });
    if (!from_address.startsWith("old")) continue;
    const off = await owner.request.patch(path, { data: { is_enabled: false } });
    expect(off.ok(), await off.text()).toBe(true);
  }
}

export async function collectFans(page: Page): Promise<void> {
  const { profileId } = await makeProfile(page, "Mia");
  const form = { lead_capture_enabled: true, screensaver_enabled: true };
  const data = { ...form, screensaver_link: "https://files.example/pack.zip" };
  expect((await page.request.patch(`/api/v1/profiles/${profileId}`, { data })).ok()).toBe(true);
  for (const name of ["nora", "zoe", "gone"])
    await post(page, "/api/v1/rpc/insert_fan_lead", {
      p_profile_id: profileId,
      p_name: name,
      p_email: `${name}@fans.art`,
    });
}
