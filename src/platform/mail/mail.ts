import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";

export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Where mail goes. `folder` keeps it as files, so that an instance works before it has a mail server. */
export interface Mail {
  delivery: "smtp" | "folder";
  folder: string;
  send(message: Message): Promise<void>;
  close(): void;
}

interface MailSettings {
  smtpUrl: string;
  from: string;
  folder: string;
}

export function openMail({ smtpUrl, from, folder }: MailSettings): Mail {
  return smtpUrl ? smtpMail(smtpUrl, from, folder) : folderMail(from, folder);
}

function smtpMail(url: string, from: string, folder: string): Mail {
  const transport = createTransport(url);
  return {
    delivery: "smtp",
    folder,
    send: async (message) => {
      await transport.sendMail({ from, ...message });
    },
    close: () => transport.close(),
  };
}

function folderMail(from: string, folder: string): Mail {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    delivery: "folder",
    folder,
    close: () => transport.close(),
    async send(message) {
      const sent = await transport.sendMail({ from, ...message });
      await mkdir(folder, { recursive: true });
      const name = `${new Date().toISOString().replace(/[:.]/g, "-")}-${randomUUID().slice(0, 8)}`;
      // Written under another name first: a reader never sees half a message.
      await writeFile(join(folder, `${name}.part`), sent.message as Buffer, { mode: 0o600 });
      await rename(join(folder, `${name}.part`), join(folder, `${name}.eml`));
    },
  };
}

const KEPT_MAIL_LISTED_MAX = 200;

/** Ids of kept messages, newest first, at most 200. */
export async function listKeptMail(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith(".eml"))
    .map((name) => name.slice(0, -".eml".length))
    .sort()
    .reverse()
    .slice(0, KEPT_MAIL_LISTED_MAX);
}

/** The raw message, or nothing when there is none of that id. */
export async function readKeptMail(folder: string, id: string): Promise<Buffer | undefined> {
  if (!/^[\w-]+$/.test(id)) return undefined;
  return readFile(join(folder, `${id}.eml`)).catch(() => undefined);
}
