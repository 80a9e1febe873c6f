import * as z from "zod";
import { CAMPAIGN_ERRORS } from "#src/features/email/campaigns/contract.ts";
import { MAILBOX_ERRORS } from "#src/features/email/sending-accounts/contract.ts";
import { SECURITIES } from "#src/features/email/sending-accounts/rules.ts";
import { idSchema, listOf, member, routesOf, sentence, storedText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { SEED_STATES, SEEDS_MAX } from "./seeds-rules.ts";

export const SEED_ERRORS = {
  SEED_NOT_FOUND: { status: 404, message: "That seed address is gone." },
  SEED_EXISTS: { status: 409, message: "You have this seed address already." },
  SEED_LIMIT: {
    status: 409,
    message: `You have ${SEEDS_MAX} seed addresses, which is the limit. Remove one first.`,
  },
  SEED_ADDRESS_INVALID: { status: 400, message: "Enter the whole e-mail address." },
  /** The sentence says what's wrong with the server. */
  SEED_UNREADABLE: { status: 400, message: "We couldn’t look into this inbox." },
  SEEDS_MISSING: { status: 409, message: "Add a seed address first." },
  SEED_TEST_RUNNING: { status: 409, message: "A seed test is still running. Wait for its results." },
  SEED_SENDER_NOT_READY: { status: 409, message: "This sending account can’t send right now." },
} as const;

const seedSchema = z.object({
  id: z.string(),
  address: z.string(),
  host: z.string(),
  port: z.number(),
  security: z.enum(SECURITIES),
  username: z.string(),
  created_at: z.string(),
});
export type Seed = z.infer<typeof seedSchema>;

const resultSchema = z.object({
  seed_id: z.string(),
  address: z.string(),
  state: z.enum(SEED_STATES),
  /** Why there's no result, in words. */
  words: sentence(),
  sent_at: z.string().nullable(),
  /** When it was found, or given up. */
  ended_at: z.string().nullable(),
});

const seedTestSchema = z.object({
  id: z.string(),
  mailbox_id: z.string(),
  /** The sending account's address at that time. */
  from_address: z.string(),
  created_at: z.string(),
  results: z.array(resultSchema),
});
export type SeedTest = z.infer<typeof seedTestSchema>;

const { get, post, del } = routesOf("deliverability");

export const seedsEndpoints = {
  seeds: member("connections.manage")
    .route(get("/deliverability/seeds", "Inboxes of your own at receivers, into which seed tests look"))
    .output(listOf(seedSchema)),
  addSeed: member("connections.manage")
    .route(
      post("/deliverability/seeds", "Add an inbox of your own, after looking into it by IMAP", {
        successStatus: 201,
      }),
    )
    .errors({
      ...pickErrors(SEED_ERRORS, "SEED_EXISTS", "SEED_LIMIT", "SEED_ADDRESS_INVALID", "SEED_UNREADABLE"),
      ...pickErrors(MAILBOX_ERRORS, "MAIL_HOST_INVALID", "MAIL_HOST_PLAIN"),
      ...pickErrors(MAILBOX_ERRORS, "MAIL_USERNAME_MISSING", "MAIL_PASSWORD_MISSING"),
    })
    .input(
      z.object({
        id: z.uuid().optional(),
        address: storedText(320),
        host: storedText(253),
        port: z.number().int().min(1).max(65_535),
        security: z.enum(SECURITIES),
        username: storedText(320),
        password: storedText(4096),
      }),
    )
    .output(seedSchema),
  deleteSeed: member("connections.manage")
    .route(del("/deliverability/seeds/{id}", "Remove a seed address, and forget its password"))
    .errors(pickErrors(SEED_ERRORS, "SEED_NOT_FOUND"))
    .input(z.object({ id: idSchema }))
    .output(z.object({ id: z.string() })),
  seedTests: member("mail.send")
    .route(get("/deliverability/seed-tests", "Where the e-mail of your last seed tests was, newest first"))
    .output(listOf(seedTestSchema)),
  sendSeedTest: member("connections.manage")
    .route(
      post(
        "/mailboxes/{id}/seed-tests",
        "Send an e-mail to each seed address, and look for it in inboxes and spam folders",
        { successStatus: 201 },
      ),
    )
    .errors({
      ...pickErrors(SEED_ERRORS, "SEEDS_MISSING", "SEED_TEST_RUNNING", "SEED_SENDER_NOT_READY"),
      ...pickErrors(MAILBOX_ERRORS, "MAILBOX_NOT_FOUND"),
      ...pickErrors(CAMPAIGN_ERRORS, "SENDING_STOPPED"),
    })
    .input(z.object({ id: idSchema, test_id: z.uuid().optional() }))
    .output(seedTestSchema),
};
