import * as z from "zod";
import { type JobHandler, type JobType, jobHandler } from "#src/platform/jobs/jobs.ts";
import type { EmailLinks } from "./email-links.ts";

const toAddress = z.object({ email: z.string() });
type ToAddress = JobType<z.output<typeof toAddress>>;
/** With the growing waits between them, some hours. */
const RETRIES = 10;

/** Each carries an address and no link: a link is made when it is sent. */
export const sendVerification: ToAddress = {
  name: "accounts.send-verification",
  data: toAddress,
  retries: RETRIES,
};
export const sendReset: ToAddress = { name: "accounts.send-reset", data: toAddress, retries: RETRIES };
export const sendSignInLink: ToAddress = {
  name: "accounts.send-sign-in-link",
  data: toAddress,
  retries: RETRIES,
};

export interface AccountJobs {
  links: EmailLinks;
}

export const accountJobs: JobHandler<AccountJobs>[] = [
  jobHandler(sendVerification, ({ links }, { email }) => links.sendVerification(email)),
  jobHandler(sendReset, ({ links }, { email }) => links.sendReset(email)),
  jobHandler(sendSignInLink, ({ links }, { email }) => links.sendSignIn(email)),
];
