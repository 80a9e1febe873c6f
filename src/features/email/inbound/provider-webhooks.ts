/* Sending accounts' webhooks for their providers: set up here, and received by `receive-webhook.ts`. */
import { hash, randomBytes } from "node:crypto";
import { requireMailbox } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { failure } from "#src/lib/errors.ts";
import { HOOK_PATH } from "#src/lib/paths.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { hookRemoved, hookSaved } from "./events.ts";
import {
  HOOK_ERRORS,
  type Provider,
  type ProviderWebhook,
  type ProviderWebhookForm,
} from "./provider-webhook-contract.ts";
import { isTopic, isWebhookSecret, WEBHOOK_REJECTIONS } from "./provider-webhook-rules.ts";
import {
  deleteProviderWebhook,
  findProviderWebhook,
  type ProviderWebhookRow,
  upsertProviderWebhook,
} from "./provider-webhook-store.ts";
import { POSTMARK_USER, sendgridKey } from "./signatures.ts";

const TOKEN_BYTES = 24;

/** A secret shared by its owner and its provider. */
interface HookSecret {
  token: string;
  key: string;
}

export const webhookPurpose = ({ mailbox_id }: Pick<ProviderWebhookRow, "mailbox_id">) =>
  `inbound.hook ${mailbox_id}`;

/** Undefined if the instance has lost the secret that encrypts it. */
export function openWebhookSecret(
  { vault }: Platform,
  row: Pick<ProviderWebhookRow, "mailbox_id" | "secret">,
): HookSecret | undefined {
  const text = vault.open(webhookPurpose(row), row.secret);
  return text === undefined ? undefined : JSON.parse(text);
}

export const tokenDigest = (token: string) => hash("sha256", token, "hex");

export async function getHook(ctx: Ctx, { id }: { id: string }): Promise<ProviderWebhook> {
  const mailbox = await requireMailbox(ctx, id);
  const row = await findProviderWebhook(ctx.db, { account: ctx.account, mailbox_id: mailbox.id });
  if (!row) return { provider: null, url: "", taken_at: null, refused_at: null, refusal: "" };
  const { provider, taken_at, refused_at, refusal } = row;
  return {
    provider,
    url: urlOf(ctx, row),
    taken_at,
    refused_at,
    refusal: refusal === null ? "" : WEBHOOK_REJECTIONS[refusal],
  };
}

function urlOf(ctx: Ctx, row: ProviderWebhookRow): string {
  const secret = openWebhookSecret(ctx, row);
  if (!secret) return "";
  const url = new URL(`${ctx.instance.publicUrl}${HOOK_PATH}${row.provider}/${secret.token}`);
  if (row.provider === "postmark") Object.assign(url, { username: POSTMARK_USER, password: secret.key });
  return url.href;
}

export async function saveHook(
  ctx: Ctx,
  { id, provider, key }: ProviderWebhookForm,
): Promise<ProviderWebhook> {
  const mailbox = await requireMailbox(ctx, id);
  if (mailbox.kind === "gmail") throw failure(HOOK_ERRORS, "HOOK_OF_GMAIL");
  await ctx.write(async (ctx) => {
    const at = { account: ctx.account, mailbox_id: mailbox.id };
    const row = await findProviderWebhook(ctx.db, at);
    const known = row?.provider === provider ? openWebhookSecret(ctx, row) : undefined;
    const token = known?.token ?? randomBytes(TOKEN_BYTES).toString("base64url");
    const secret = { token, key: parseKey(provider, key.trim(), known?.key) };
    await upsertProviderWebhook(ctx.db, {
      user_id: ctx.account,
      mailbox_id: mailbox.id,
      provider,
      token_digest: tokenDigest(token),
      secret: ctx.vault.seal(webhookPurpose(at), JSON.stringify(secret)),
      ...(known === undefined && { taken_at: null }),
      refused_at: null,
      refusal: null,
      created_at: ctx.now().toISOString(),
    });
    await ctx.announce(hookSaved, { subject: mailbox.id, payload: { provider } });
  });
  return getHook(ctx, { id });
}

const LOOKS_RIGHT: Readonly<Record<Exclude<Provider, "postmark">, (key: string) => boolean>> = {
  ses: isTopic,
  sendgrid: (key) => sendgridKey(key) !== undefined,
  mailgun: (key) => /^[\w-]{16,200}$/.test(key),
  resend: isWebhookSecret,
};

/** Postmark signs nothing, so its password is ours. */
function parseKey(provider: Provider, key: string, known: string | undefined): string {
  if (provider === "postmark") return known ?? randomBytes(TOKEN_BYTES).toString("base64url");
  if (key === "" && known === undefined) throw failure(HOOK_ERRORS, "HOOK_KEY_MISSING");
  if (key === "") return known as string;
  if (!LOOKS_RIGHT[provider](key)) throw failure(HOOK_ERRORS, "HOOK_KEY_WRONG");
  return key;
}

export async function removeHook(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  const mailbox = await requireMailbox(ctx, id);
  return ctx.write(async (ctx) => {
    if (await deleteProviderWebhook(ctx.db, { account: ctx.account, mailbox_id: mailbox.id }))
      await ctx.announce(hookRemoved, { subject: mailbox.id, payload: {} });
    return { id };
  });
}
