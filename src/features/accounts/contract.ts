import * as z from "zod";
import { endpoint, listOf } from "#src/lib/endpoint.ts";

export const ACCOUNT_ERRORS = {
  MAIL_NOT_FOUND: { status: 404, message: "That e-mail is gone." },
  ACCOUNT_NOT_FOUND: { status: 404, message: "There’s no such account." },
} as const;

export const personSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  role: z.string(),
});

export const instanceSchema = z.object({
  name: z.string(),
  support_address: z.string(),
  public_url: z.string(),
  /** Where public pages are, which may be another host. */
  pages_url: z.string(),
  /** True until the first account, the founder, has been made. */
  needs_founder: z.boolean(),
  /** False while no mail server is set: e-mail is kept as files for the founder instead. */
  sends_email: z.boolean(),
});

/** An e-mail of the mail folder, as listed for the founder. */
export const keptMailSchema = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  sent_at: z.string(),
});

export const keptMailBodySchema = keptMailSchema.extend({ text: z.string(), html: z.string() });

export const accountsContract = {
  me: endpoint
    .route({ method: "GET", path: "/me", tags: ["accounts"], summary: "The person signed in" })
    .meta({ access: "signed-in" })
    .output(personSchema),
  instance: endpoint
    .route({
      method: "GET",
      path: "/instance",
      tags: ["accounts"],
      summary: "This instance’s name, URL and support address",
    })
    .meta({ access: "public" })
    .output(instanceSchema),
  listMail: endpoint
    .route({
      method: "GET",
      path: "/mail",
      tags: ["mail"],
      summary: "E-mail kept as files while no mail server is set, newest first",
    })
    .meta({ access: "founder" })
    .output(listOf(keptMailSchema).extend({ delivery: z.enum(["folder", "smtp"]) })),
  getMail: endpoint
    .route({ method: "GET", path: "/mail/{id}", tags: ["mail"], summary: "One kept e-mail" })
    .meta({ access: "founder" })
    .errors(ACCOUNT_ERRORS)
    .input(z.object({ id: z.string().max(200) }))
    .output(keptMailBodySchema),
};
