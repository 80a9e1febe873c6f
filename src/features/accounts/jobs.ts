import * as z from "zod";
import { type JobHandler, type JobType, jobHandler } from "#src/platform/jobs/jobs.ts";
import type { Mail, Message } from "#src/platform/mail/mail.ts";

export const sendLetter: JobType<Message> = {
  name: "accounts.send-letter",
  data: z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() }),
  retries: 10,
};

export const startPasswordReset: JobType<{ email: string }> = {
  name: "accounts.start-password-reset",
  data: z.object({ email: z.string() }),
};

export interface AccountJobs {
  mail: Mail;
  requestPasswordReset(email: string): Promise<void>;
}

export const accountJobs: JobHandler<AccountJobs>[] = [
  jobHandler(sendLetter, ({ mail }, letter) => mail.send(letter)),
  jobHandler(startPasswordReset, (accounts, { email }) => accounts.requestPasswordReset(email)),
];
