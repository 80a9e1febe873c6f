/* Seed tests: an e-mail to each seed address, which is looked for in the inbox and in the spam folder. */
import { createHash, randomBytes } from "node:crypto";
import * as z from "zod";
import { diagnose } from "#src/features/email/inbound/diagnosis.ts";
import { findBySubject, type ImapTimeouts } from "#src/features/email/inbound/imap.ts";
import {
  hasReachedServer,
  isReady,
  openSender,
  releaseSingleSend,
  requireMailbox,
  requireSendingAllowed,
  reserveSingleSend,
} from "#src/features/email/sending-accounts/sending-accounts.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { failure } from "#src/lib/errors.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import type { Limit } from "#src/platform/limits.ts";
import { seedTestSent } from "../events.ts";
import { seedPurpose } from "./seeds.ts";
import { SEED_ERRORS, type SeedTest } from "./seeds-contract.ts";
import { isMailboxOf, isOver, LOOKED_FOR_MINUTES, type SeedState } from "./seeds-rules.ts";
import {
  findSeedRow,
  findTestRow,
  hasFound,
  insertTest,
  listResultRows,
  listSeedRows,
  listSought,
  listTestRows,
  lockSeeds,
  type ResultKey,
  type SeedResultRow,
  type SeedTestRow,
  updateAbandoned,
  updateResult,
} from "./seeds-store.ts";

const TESTS: Limit = {
  name: "deliverability.seed-test",
  attempts: 12,
  seconds: 3600,
  sentence: "That’s a lot of seed tests.",
};

const oneTest = z.object({ account: z.string(), id: z.string() });
/** One that was interrupted isn't sent again, so nobody gets it twice. */
export const sendSeedTestJob: JobType<z.output<typeof oneTest>> = {
  name: "deliverability.send-seed-test",
  class: "mails",
  data: oneTest,
  retries: 0,
};

const oneResult = z.object({ user_id: z.string(), test_id: z.string(), seed_id: z.string() });
/** The next look is soon anyway, so a failed one isn't retried. */
export const findSeedJob: JobType<ResultKey> = {
  name: "deliverability.find-seed",
  class: "calls",
  data: oneResult,
  retries: 0,
};

export async function listSeedTests(ctx: Ctx): Promise<{ items: SeedTest[] }> {
  requireWholeAccount(ctx);
  const tests = await listTestRows(ctx.db, ctx.account);
  const results = await listResultRows(
    ctx.db,
    ctx.account,
    tests.map(({ id }) => id),
  );
  return { items: tests.map((test) => toTest(test, results)) };
}

function toTest(
  { user_id: _, token: __, ...test }: SeedTestRow,
  results: readonly SeedResultRow[],
): SeedTest {
  const own = results.filter(({ test_id }) => test_id === test.id);
  return {
    ...test,
    results: own.map(({ user_id: _, test_id: __, looked_at: ___, ...result }) => result),
  };
}

/** Starts a test through a sending account. One that's sent twice with the same id is one. */
export async function sendSeedTest(
  ctx: Ctx,
  { id: mailbox_id, test_id }: { id: string; test_id?: string | undefined },
): Promise<SeedTest> {
  requireWholeAccount(ctx);
  const mailbox = await requireMailbox(ctx, mailbox_id);
  const id = test_id?.toLowerCase() ?? ctx.newId();
  const sent = await findTestRow(ctx.db, { account: ctx.account, id });
  if (sent) return toTest(sent, await listResultRows(ctx.db, ctx.account, [id]));
  if (!isReady(mailbox)) throw failure(SEED_ERRORS, "SEED_SENDER_NOT_READY");
  await requireSendingAllowed(ctx);
  await ctx.limits.count(TESTS, ctx.account);
  const token = randomBytes(TOKEN_BYTES).toString("hex");
  return ctx.write(async (ctx) => {
    await lockSeeds(ctx.db, ctx.account);
    const seeds = await listSeedRows(ctx.db, ctx.account);
    if (seeds.length === 0) throw failure(SEED_ERRORS, "SEEDS_MISSING");
    const [last] = await listTestRows(ctx.db, ctx.account);
    const before = last ? await listResultRows(ctx.db, ctx.account, [last.id]) : [];
    if (before.some(({ state }) => !isOver(state))) throw failure(SEED_ERRORS, "SEED_TEST_RUNNING");
    const created_at = ctx.now().toISOString();
    const { from_address } = mailbox;
    const test = { user_id: ctx.account, id, mailbox_id: mailbox.id, from_address, token, created_at };
    const results = seeds.map(({ id: seed_id, address }) => ({
      user_id: ctx.account,
      test_id: id,
      seed_id,
      address,
      words: "",
      state: "pending" as const,
      sent_at: null,
      looked_at: null,
      ended_at: null,
    }));
    await insertTest(ctx.db, test, results);
    await ctx.enqueue(sendSeedTestJob, { account: ctx.account, id });
    await ctx.announce(seedTestSent, { subject: mailbox.id, payload: { count: seeds.length } });
    return toTest(test, results);
  });
}

const TOKEN_BYTES = 10;

/** Another one for each address, so that what's found in an inbox was sent to the address that it's said to be of. */
const tokenOf = ({ token }: SeedTestRow, seed_id: string) =>
  createHash("sha256")
    .update(`${token} ${seed_id}`)
    .digest("hex")
    .slice(0, 2 * TOKEN_BYTES);

const SUBJECT = "A test from us to ourselves";
const TEXT = "Nothing to do here. We only look whether this e-mail is in the inbox.";
const BUSY = "The sending account’s limits didn’t allow this e-mail. Try again later.";

/** The job: sends a test's e-mail, one after another. */
export async function sendSeeds(
  platform: Platform,
  { account, id }: z.output<typeof oneTest>,
): Promise<void> {
  const ctx = systemCtx(platform, { job: sendSeedTestJob.name, account });
  const test = await findTestRow(ctx.db, { account, id });
  if (!test) return;
  const key = { account, id: test.mailbox_id };
  const sender = await openSender(ctx, key);
  try {
    for (const { state, seed_id, address } of await listResultRows(ctx.db, account, [id])) {
      ctx.abortSignal.throwIfAborted();
      if (state !== "pending") continue;
      const result = { user_id: account, test_id: id, seed_id };
      const now = ctx.now();
      if ((await reserveSingleSend(ctx, key, { email: address, now })).granted === 0) {
        await end(ctx, result, { from: "pending", state: "failed", words: BUSY });
        continue;
      }
      const sent = await sender.send({
        id: ctx.newId(),
        to: address,
        subject: `${SUBJECT} (${tokenOf(test, seed_id)})`,
        html: "",
        text: TEXT,
        headers: { "Auto-Submitted": "auto-generated" },
      });
      if (!hasReachedServer(sent)) await releaseSingleSend(ctx, key, { email: address, from: now });
      const at = ctx.now().toISOString();
      if (sent.accepted || sent.is_uncertain)
        await ctx.write((ctx) =>
          updateResult(ctx.db, result, { from: "pending", state: "sent", sent_at: at, looked_at: at }),
        );
      else await end(ctx, result, { from: "pending", state: "failed", words: sent.failure.words });
    }
  } finally {
    sender.close();
  }
}

interface End {
  from: "pending" | "sent";
  state: SeedState;
  words?: string;
}

async function end(platform: Platform, key: ResultKey, { words = "", ...to }: End): Promise<void> {
  const ended_at = platform.now().toISOString();
  await platform.write((ctx) => updateResult(ctx.db, key, { ...to, words, ended_at }));
}

const LOOK_EVERY_MS = 30_000;
const LOOKED_FOR_AT_ONCE = 500;
/** Far longer than sending twenty takes. */
const ABANDONED_MS = 20 * 60_000;
const ABANDONED = "The instance stopped while this was being sent.";

/** Every minute: looks for what was sent, and gives up on what a stopped process left. */
export async function findSeeds(platform: Platform): Promise<void> {
  const now = platform.now();
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const rows = await listSought(platform.db, { before: before(LOOK_EVERY_MS), rows: LOOKED_FOR_AT_ONCE });
  for (const row of rows)
    await platform.enqueue(
      findSeedJob,
      { ...row },
      { key: `${row.test_id} ${row.seed_id}`, group: row.user_id },
    );
  await platform.write((ctx) =>
    updateAbandoned(ctx.db, { before: before(ABANDONED_MS), now: now.toISOString(), words: ABANDONED }),
  );
}

const PATIENCE: ImapTimeouts = { connectMs: 10_000, answerMs: 20_000 };
const UNPROVEN =
  "We’ve never found an e-mail to this address in this inbox. Check that they belong together.";
const REMOVED = "This seed address was removed while its e-mail was looked for.";

/** The job: looks for one e-mail, once. */
export async function findSeed(platform: Platform, key: ResultKey): Promise<void> {
  const { user_id: account, test_id, seed_id } = key;
  const test = await findTestRow(platform.db, { account, id: test_id });
  const result = (await listResultRows(platform.db, account, [test_id])).find(
    (one) => one.seed_id === seed_id,
  );
  if (!test || result?.state !== "sent" || result.sent_at === null) return;
  const seed = await findSeedRow(platform.db, { account, id: seed_id });
  if (!seed) return end(platform, key, { from: "sent", state: "failed", words: REMOVED });
  const looked_at = platform.now().toISOString();
  const isLast = Date.parse(looked_at) - Date.parse(result.sent_at) >= LOOKED_FOR_MINUTES * 60_000;
  const password = platform.vault.open(seedPurpose(seed.id), seed.secret) ?? "";
  try {
    const place = await findBySubject(
      platform,
      { ...seed, password },
      { words: tokenOf(test, seed_id), patience: PATIENCE },
    );
    if (place !== undefined) return await end(platform, key, { from: "sent", state: place });
    // Where nothing was ever found, the address may be someone else's.
    if (isLast && (isMailboxOf(seed) || (await hasFound(platform.db, key))))
      return await end(platform, key, { from: "sent", state: "missing" });
    if (isLast) return await end(platform, key, { from: "sent", state: "failed", words: UNPROVEN });
  } catch (error) {
    const { words } = diagnose(error, seed);
    // Receivers are down for a moment, too, which says nothing about the e-mail.
    if (isLast) return end(platform, key, { from: "sent", state: "failed", words });
  }
  await platform.write((ctx) => updateResult(ctx.db, key, { from: "sent", looked_at }));
}
