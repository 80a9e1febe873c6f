import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { simpleParser } from "mailparser";
import { expect } from "./instance.ts";

/** With a token in its query or its path. */
const LINK = /https?:\/\/\S+(?:token=|\/help\/unsubscribe\/|\/u\/confirm\/)[\w.-]+/;

/** The URL in the newest e-mail to `to`, or undefined until it's there. */
async function findLink(dataFolder: string, to: string, subject: RegExp): Promise<string | undefined> {
  const folder = join(dataFolder, "mail");
  for (const file of (await readdir(folder).catch(() => [])).sort().reverse()) {
    if (!file.endsWith(".eml")) continue;
    const mail = await simpleParser(await readFile(join(folder, file)));
    const receiver = mail.to && !Array.isArray(mail.to) ? mail.to.text : "";
    if (receiver.includes(to) && subject.test(mail.subject ?? "")) return LINK.exec(mail.text ?? "")?.[0];
  }
  return undefined;
}

/** The URL in the newest e-mail to `to` about `subject`, as soon as it's there. */
export async function linkTo(dataFolder: string, to: string, subject: RegExp): Promise<string> {
  await expect.poll(() => findLink(dataFolder, to, subject)).toBeTruthy();
  return (await findLink(dataFolder, to, subject)) ?? "";
}

/** Its token. */
export async function tokenTo(dataFolder: string, to: string, subject: RegExp): Promise<string> {
  return new URL(await linkTo(dataFolder, to, subject)).searchParams.get("token") ?? "";
}
