/*
 * Seed addresses: inboxes of the account's own at receivers. A seed test sends an e-mail to each of them, which
 * `seed-tests.ts` looks for by IMAP.
 */
import type { InferContractRouterInputs } from "@orpc/contract";
import { diagnose } from "#src/features/email/inbound/diagnosis.ts";
import { disconnect, type ImapTimeouts, openInbox } from "#src/features/email/inbound/imap.ts";
import { parseSmtpConfig } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { isEmail, normalEmail } from "#src/lib/email-address.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { seedAdded, seedRemoved } from "../events.ts";
import { SEED_ERRORS, type Seed, type seedsEndpoints } from "./seeds-contract.ts";
import { SEEDS_MAX } from "./seeds-rules.ts";
import { deleteSeedRow, insertSeedRow, listSeedRows, lockSeeds, type SeedRow } from "./seeds-store.ts";

type Inputs = InferContractRouterInputs<typeof seedsEndpoints>;

export const seedPurpose = (id: string) => `deliverability.seed ${id}`;

/** People wait for it in front of a screen. */
const PATIENCE: ImapTimeouts = { connectMs: 10_000, answerMs: 20_000 };
/** Each is a connection to a server of someone's choice. */
const ADDED: Limit = {
  name: "deliverability.seed",
  attempts: 60,
  seconds: 3600,
  sentence: "That’s a lot of seed addresses.",
};

export async function listSeeds(ctx: Ctx): Promise<{ items: Seed[] }> {
  requireWholeAccount(ctx);
  return { items: (await listSeedRows(ctx.db, ctx.account)).map(toSeed) };
}

const toSeed = ({ user_id: _, secret: __, ...row }: SeedRow): Seed => row;

/** Adds a seed address whose inbox can be read. */
export async function addSeed(ctx: Ctx, { id: sent, ...form }: Inputs["addSeed"]): Promise<Seed> {
  requireWholeAccount(ctx);
  const address = normalEmail(form.address);
  if (!isEmail(address)) throw failure(SEED_ERRORS, "SEED_ADDRESS_INVALID");
  const server = { ...form, auth: "plain" as const, token_url: "", client_id: "", client_secret: "" };
  const { host, port, security, username } = parseSmtpConfig(ctx, server, { needsSecret: true });
  const known = await listSeedRows(ctx.db, ctx.account);
  const earlier = known.find((row) => row.id === sent?.toLowerCase() && row.address === address);
  if (earlier) return toSeed(earlier);
  if (known.some((row) => row.address === address)) throw failure(SEED_ERRORS, "SEED_EXISTS");
  if (known.length >= SEEDS_MAX) throw failure(SEED_ERRORS, "SEED_LIMIT");
  await ctx.limits.count(ADDED, ctx.account);
  await requireReadable(ctx, { host, port, security, username, password: form.password });
  const id = sent?.toLowerCase() ?? ctx.newId();
  const secret = ctx.vault.seal(seedPurpose(id), form.password);
  const created_at = ctx.now().toISOString();
  const row = { user_id: ctx.account, id, address, host, port, security, username, secret, created_at };
  return ctx.write(async (ctx) => {
    await lockSeeds(ctx.db, ctx.account);
    if ((await listSeedRows(ctx.db, ctx.account)).length >= SEEDS_MAX)
      throw failure(SEED_ERRORS, "SEED_LIMIT");
    if (!(await insertSeedRow(ctx.db, row))) throw failure(SEED_ERRORS, "SEED_EXISTS");
    await ctx.announce(seedAdded, { subject: id, payload: {} });
    return toSeed(row);
  });
}

type Login = Pick<SeedRow, "host" | "port" | "security" | "username"> & { password: string };

async function requireReadable(ctx: Ctx, login: Login): Promise<void> {
  try {
    disconnect(await openInbox(ctx, login, PATIENCE));
  } catch (error) {
    throw failure(SEED_ERRORS, "SEED_UNREADABLE", { message: diagnose(error, login).words });
  }
}

export async function deleteSeed(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  requireWholeAccount(ctx);
  return ctx.write(async (ctx) => {
    const key = { account: ctx.account, id };
    if (!isId(id) || !(await deleteSeedRow(ctx.db, key))) throw failure(SEED_ERRORS, "SEED_NOT_FOUND");
    await ctx.announce(seedRemoved, { subject: id, payload: {} });
    return { id };
  });
}
