import { sql } from "drizzle-orm";
import { expect, vi } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import type { MailRow } from "#src/platform/mail/store.ts";
import type { TestApp } from "./app.ts";

export const mailsOf = ({ platform }: TestApp) =>
  rowsOf<MailRow>(platform.db, sql`select * from mails order by id`);

/** The e-mail of this kind once it's in this state after this many tries. */
export async function mailIn(
  app: TestApp,
  state: string,
  { template = "accounts.reset", tries = 0 } = {},
): Promise<MailRow> {
  const find = async () =>
    (await mailsOf(app)).find(
      (mail) => mail.template === template && mail.state === state && [0, mail.tries].includes(tries),
    );
  return (await vi.waitUntil(find, { timeout: 20_000 })) as MailRow;
}

export async function askForReset(app: TestApp, email: string): Promise<void> {
  const answer = await app.visitor().call("POST", "/api/auth/request-password-reset", { email });
  expect(answer.status).toBe(200);
}
