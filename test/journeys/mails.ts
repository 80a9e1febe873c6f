import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { simpleParser } from "mailparser";
import { expect } from "./instance.ts";

/** With a token in its query or its path. */
const LINK = /https?:\/\/\S+(?:token=|\/help\/unsubscribe\/|\/u\/confirm\/)[\w.-]+/;

/** The text of the newest e-mail to `to`, or undefined until it's there. */
async function findText(dataFolder: string, to: string, subject: RegExp): Promise<string | undefined> {
  const folder = join(dataFolder, "mail");
  for (const file of (await readdir(folder).catch(() => [])).sort().reverse()) {
    if (!file.endsWith(".eml")) continue;
    const mail = await simpleParser(await readFile(join(folder, file)));
    const receiver = mail.to && !Array.isArray(mail.to) ? mail.to.text : "";
    if (receiver.includes(to) && subject.test(mail.subject ?? "")) return mail.text;
  }
  return undefined;
}

/** What `pattern` finds in the newest e-mail to `to` about `subject`, as soon as it's there. */
async function findIn(dataFolder: string, to: string, subject: RegExp, pattern: RegExp): Promise<string> {
  const find = async () => pattern.exec((await findText(dataFolder, to, subject)) ?? "")?.[0];
  await expect.poll(find).toBeTruthy();
  return (await find()) ?? "";
}

/** Its URL. */
export function linkTo(dataFolder: string, to: string, subject: RegExp): Promise<string> {
  return findIn(dataFolder, to, subject, LINK);
}

/** The code that proves an address. */
export function codeTo(dataFolder: string, to: string): Promise<string> {
  return findIn(dataFolder, to, /Your code/, /\b\d{6}\b/);
}

/** Its token. */
export async function tokenTo(dataFolder: string, to: string, subject: RegExp): Promise<string> {
  return new URL(await linkTo(dataFolder, to, subject)).searchParams.get("token") ?? "";
}
