/* Mail servers as owners enter them. */
import { failure } from "#src/lib/errors.ts";
import type { Platform } from "#src/platform/context.ts";
import { MAILBOX_ERRORS } from "../contract.ts";
import type { Secret } from "../credentials/credentials.ts";
import { PLAIN_MAIL_HOSTS } from "../settings.ts";
import type { MailboxRow } from "../store.ts";

type Server = Pick<
  MailboxRow,
  "host" | "port" | "security" | "auth" | "username" | "token_url" | "client_id"
>;

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]*:[0-9a-f:.]*)$/;

export function parseSmtpConfig(
  platform: Platform,
  form: Server & Secret,
  { needsSecret }: { needsSecret: boolean },
): Server & Secret {
  const host = form.host.trim().toLowerCase().replace(/\.$/, "");
  if (!HOST.test(host) && !ADDRESS.test(host)) throw failure(MAILBOX_ERRORS, "MAIL_HOST_INVALID");
  if (form.security === "none" && !platform.settings.get(PLAIN_MAIL_HOSTS).includes(host))
    throw failure(MAILBOX_ERRORS, "MAIL_HOST_PLAIN");
  const { port, security, auth } = form;
  const username = form.username.trim();
  const oauth = { token_url: form.token_url.trim(), client_id: form.client_id.trim() };
  if (auth === "none")
    return { host, port, security, auth, username: "", ...NO_OAUTH, password: "", client_secret: "" };
  if (username === "") throw failure(MAILBOX_ERRORS, "MAIL_USERNAME_MISSING");
  if (needsSecret && form.password === "") throw failure(MAILBOX_ERRORS, "MAIL_PASSWORD_MISSING");
  const signedIn = { host, port, security, auth, username, password: form.password };
  if (auth !== "xoauth2") return { ...signedIn, ...NO_OAUTH, client_secret: "" };
  const url = URL.parse(oauth.token_url);
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && platform.outbound.allowsLocal);
  if (!isSafe) throw failure(MAILBOX_ERRORS, "TOKEN_URL_INVALID");
  return { ...signedIn, ...oauth, client_secret: form.client_secret };
}

const NO_OAUTH = { token_url: "", client_id: "" };
