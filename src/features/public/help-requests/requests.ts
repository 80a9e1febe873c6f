/* Requests for help, as whoever asks sends them: signed in, or with any address. */
import { randomBytes } from "node:crypto";
import type * as z from "zod";
import { hasPremium } from "#src/features/money/entitlements/entitlements.ts";
import { PLANS_SETTING } from "#src/features/money/entitlements/settings.ts";
import { REPORT_NUMBER_BYTES, reportNumber } from "#src/features/public/moderation/rules.ts";
import { isEmail } from "#src/lib/email-address.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { languageIn } from "#src/lib/language.ts";
import { isBlank } from "#src/lib/text.ts";
import type { Platform, VisitorCtx } from "#src/platform/context.ts";
import { EVERYONE, type Limit } from "#src/platform/limits.ts";
import { HELP_ERRORS, type helpRequestSchema } from "./contract.ts";
import { helpRequested } from "./events.ts";
import { EMAIL_CHARS_MAX, PAGE_URL_CHARS_MAX, parseLine, parseMessage, SUBJECT_CHARS_MAX } from "./rules.ts";
import {
  findPersonByEmail,
  findRequest,
  insertMessage,
  insertRequest,
  listMessages,
  type RequestRow,
} from "./store.ts";

const HOUR_S = 60 * 60;
const DAY_S = 24 * HOUR_S;
/** Counted per network. */
const FROM_ADDRESS: Limit = { name: "help.address", attempts: 10, seconds: HOUR_S };
/** Counted per e-mail address that was typed, and per account. */
const FROM_PERSON: Limit = { name: "help.person", attempts: 20, seconds: DAY_S };
/** For everyone who isn't signed in, so that a flood of strangers doesn't keep out those with an account. */
const ON_INSTANCE: Limit = { name: "help.instance", attempts: 2000, seconds: DAY_S, isShared: true };
const NUMBER_ATTEMPTS_MAX = 5;

type HelpInput = z.output<typeof helpRequestSchema>;

/** Whoever is signed in. */
export interface Sender {
  id: string;
  email: string;
}

/** By the API, as anyone. */
export async function askForHelp(visit: VisitorCtx, input: HelpInput): Promise<{ number: string }> {
  const { number } = await takeRequest(visit, input);
  return { number };
}

/**
 * Returns the request's number, and its id to whoever may see it: not to those who fill in the trap, and not for
 * somebody else's request. One form sent twice makes one request; sent again with other words, it's another.
 */
export async function takeRequest(
  visit: VisitorCtx,
  input: HelpInput,
  sender?: Sender,
): Promise<{ number: string; id?: string }> {
  const { text, ...fields } = parseFields(input, sender);
  if (!sender) visit.limits.requireLeft(ON_INSTANCE, EVERYONE);
  await visit.limits.count(FROM_ADDRESS, visit.request.address);
  // Programs that fill in the honeypot learn nothing from the response.
  if (input.website) return { number: newNumber() };
  const wanted = input.id?.toLowerCase() ?? visit.newId();
  const sent = await findSent(visit, wanted, { ...fields, text });
  if (sent) return { number: sent.number, id: sent.id };
  await visit.limits.count(FROM_PERSON, sender ? sender.id : fields.email);
  if (!sender) await visit.limits.count(ON_INSTANCE, EVERYONE);
  const is_premium = await comesFirst(visit, fields);
  const now = visit.now().toISOString();
  const times = { created_at: now, waiting_since: now, updated_at: now };
  const language = languageIn(visit.request.acceptLanguage);
  for (let attempt = 1; attempt <= NUMBER_ATTEMPTS_MAX; attempt++) {
    // Others may have taken the id in the meantime.
    const id = (await findRequest(visit.db, wanted)) ? visit.newId() : wanted;
    const request = { ...fields, ...times, id, number: newNumber(), language, is_premium };
    if (await addRequest(visit, request, text)) return { number: request.number, id };
    const other = await findSent(visit, wanted, { ...fields, text });
    if (other) return { number: other.number, id: other.id };
  }
  throw new Error("No number was free for a request for help.");
}

/** The request that the form has already become. */
async function findSent(
  { db }: Platform,
  id: string,
  { account_id, email, text }: Pick<RequestRow, "account_id" | "email"> & { text: string },
): Promise<RequestRow | undefined> {
  const row = await findRequest(db, id);
  if (!row || row.account_id !== account_id || row.email !== email) return undefined;
  return (await listMessages(db, id))[0]?.text === text ? row : undefined;
}

/** Stores the request with its first message, and its announcement. False if its number or id is taken. */
function addRequest(
  visit: VisitorCtx,
  request: Omit<RequestRow, "state" | "assignee_id" | "closed_at">,
  text: string,
): Promise<boolean> {
  return visit.write(async (ctx) => {
    if (!(await insertRequest(ctx.db, request))) return false;
    const { id, account_id, number, created_at } = request;
    await insertMessage(ctx.db, {
      id: ctx.newId(),
      request_id: id,
      account_id,
      is_answer: false,
      written_by: null,
      text,
      created_at,
    });
    await ctx.announce(helpRequested, { account: account_id ?? INSTANCE, subject: id, payload: { number } });
    return true;
  });
}

/**
 * Premium accounts' requests come first, also those of people who can't sign in: the answer goes to the account's
 * own address. Where nothing is sold, nobody's do.
 */
export async function comesFirst(
  platform: Platform,
  { account_id, email }: Pick<RequestRow, "account_id" | "email">,
): Promise<boolean> {
  if (platform.settings.get(PLANS_SETTING) === "off") return false;
  const account = account_id ?? (await findPersonByEmail(platform.db, email))?.id;
  return account !== undefined && hasPremium(platform, account);
}

function newNumber(): string {
  return reportNumber(randomBytes(REPORT_NUMBER_BYTES), "H");
}

function parseFields(input: HelpInput, sender: Sender | undefined) {
  const email = parseLine(sender?.email ?? input.email, EMAIL_CHARS_MAX).toLowerCase();
  if (email === "") throw failure(HELP_ERRORS, "EMAIL_MISSING");
  if (!isEmail(email)) throw failure(HELP_ERRORS, "EMAIL_INVALID");
  const subject = parseLine(input.subject, SUBJECT_CHARS_MAX);
  if (isBlank(subject)) throw failure(HELP_ERRORS, "SUBJECT_MISSING");
  const text = parseMessage(input.text);
  if (isBlank(text)) throw failure(HELP_ERRORS, "TEXT_MISSING");
  const page_url = parseLine(input.page_url ?? "", PAGE_URL_CHARS_MAX);
  return { account_id: sender?.id ?? null, email, subject, text, page_url };
}
