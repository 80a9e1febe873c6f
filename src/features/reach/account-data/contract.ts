import * as z from "zod";
import { REAUTHENTICATION_ERRORS } from "#src/features/identity/accounts/contract.ts";
import { type BodyRule, fileOf, member, routesOf, sentence } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";

export const ACCOUNT_DATA_ERRORS = {
  CONFIRMATION_WRONG: { status: 400, message: "That’s not your e-mail address. Check it for typos." },
  FOUNDER_STAYS: {
    status: 409,
    message:
      "You’re the founder. Your account can’t be deleted, because nobody else could run this instance.",
  },
  EXPORT_UNREADABLE: {
    status: 400,
    message: "That’s not one of our exports. Choose the ZIP file as you downloaded it.",
  },
  IMPORT_WAITING: {
    status: 429,
    message: "You’re already importing an export. Wait until that’s done, and try again.",
  },
  IMPORTS_BUSY: {
    status: 503,
    message: "Others are importing a lot right now. Try again in a minute.",
  },
  EXPORT_EXPIRED: { status: 410, message: "That download link has expired. Start a new export." },
} as const;

const deletionSchema = z.object({
  /** The time when the account will be deleted, or null if nobody has requested that. */
  due_at: z.string().nullable(),
  /** The time in which the owner can change their mind. */
  grace_days: z.number(),
  /** The text that the owner has to type to delete it. */
  confirmation: z.string(),
  /** The reason why it can't be deleted, or null if it can. */
  refusal: sentence().nullable(),
  /** The data that will be deleted with it, estimated above 10,000. */
  holds: z.array(z.object({ label: sentence(), count: z.number(), is_estimate: z.boolean() })),
});
export type Deletion = z.infer<typeof deletionSchema>;

/** The imported things, and sentences about those that couldn't be. */
const importedSchema = z.object({
  profiles: z.number(),
  links: z.number(),
  leads: z.number(),
  problems: z.array(sentence()),
  /** Explains which parts of the file are for reading only. */
  unrestored: z.array(sentence()),
});
export type Imported = z.infer<typeof importedSchema>;

export const IMPORT_BYTES_MAX = 20 * 1024 * 1024;
const IMPORT_BODY: BodyRule = {
  kind: "multipart",
  bytesMax: IMPORT_BYTES_MAX + 64 * 1024,
  isRepeatable: true,
};

const dueSchema = z.object({ due_at: z.string().nullable() });
const { get, post, del } = routesOf("account");

export const accountDataContract = {
  deletion: member("account.delete")
    .route(get("/me/deletion", "What would go with your account"))
    .output(deletionSchema),
  export: member("account.delete")
    .route(post("/me/export", "Get a link to everything in your account, which works for 7 days"))
    .errors(REAUTHENTICATION_ERRORS)
    .output(z.object({ url: z.string(), expires_at: z.string() })),
  download: member("account.delete")
    .route(get("/me/export/{token}", "Everything in your account as a ZIP file with JSON, CSV, and pictures"))
    .errors(pickErrors(ACCOUNT_DATA_ERRORS, "EXPORT_EXPIRED"))
    .input(z.object({ token: z.string().max(1000) }))
    .output(fileOf("application/zip")),
  downloadMerged: member("account.delete")
    .route(
      get(
        "/me/merged-export/{token}",
        "Everything in an account that was merged into yours, until it’s deleted, as a ZIP file",
      ),
    )
    .errors(pickErrors(ACCOUNT_DATA_ERRORS, "EXPORT_EXPIRED"))
    .input(z.object({ token: z.string().max(1000) }))
    .output(fileOf("application/zip")),
  import: member("account.delete", IMPORT_BODY)
    .route(post("/me/import", "Bring an export back, except for what only its own account can have"))
    .errors(pickErrors(ACCOUNT_DATA_ERRORS, "EXPORT_UNREADABLE", "IMPORT_WAITING", "IMPORTS_BUSY"))
    .input(z.object({ file: z.file() }))
    .output(importedSchema),
  delete: member("account.delete")
    .route(del("/me", "Delete your account. Its pages are gone at once; for 14 days, you can still keep it"))
    .errors({
      ...pickErrors(ACCOUNT_DATA_ERRORS, "CONFIRMATION_WRONG", "FOUNDER_STAYS"),
      ...REAUTHENTICATION_ERRORS,
    })
    .input(z.object({ confirmation: z.string().max(500) }))
    .output(dueSchema),
};
