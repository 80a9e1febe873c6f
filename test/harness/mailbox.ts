import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { onTestFinished } from "vitest";
import { startApp, type TestApp } from "./app.ts";
import type { Client } from "./client.ts";
import { startMailServer } from "./mail-server.ts";

export const MAIL_HOST = "smtp.mia.example";
/** Whoever knows its address doesn't answer. */
export const BUSY_HOST = "busy.example";
export const FROM = "hello@mia.example";
export const MAIL_PASSWORD = "a very secret password";
export const LOGIN = { user: FROM, pass: MAIL_PASSWORD };

const HOSTS: Record<string, string> = {
  [MAIL_HOST]: "127.0.0.1",
  "other.example": "127.0.0.1",
  "inside.example": "10.0.0.7",
};

/** An instance that reaches the mail servers of tests, by names. */
export function startMailboxApp(
  settings: Record<string, string> = {},
  options: Parameters<typeof startApp>[1] = {},
): Promise<TestApp> {
  return startApp(
    { OUTBOUND_ALLOW: "loopback", PLAIN_MAIL_HOSTS: MAIL_HOST, NEW_ACCOUNT_MAILS: "off", ...settings },
    {
      ...options,
      lookUp: async (host) => {
        const address = HOSTS[host];
        const code = host === BUSY_HOST ? "EAI_AGAIN" : "ENOTFOUND";
        if (address === undefined) throw Object.assign(new Error("no"), { code });
        return [{ address, family: 4 }];
      },
    },
  );
}

/** Someone whose address is confirmed, which sending takes. */
export async function signUpSender(app: TestApp): Promise<Client> {
  const owner = await app.signUp();
  await app.platform.db.execute(sql`update users set email_verified = true where id = ${owner.id}`);
  return owner;
}

export function mailboxForm(port: number, more: object = {}) {
  return {
    kind: "smtp",
    host: MAIL_HOST,
    port,
    security: "none",
    auth: "plain",
    username: FROM,
    password: MAIL_PASSWORD,
    from_name: "Mia",
    from_address: FROM,
    ...more,
  };
}

/** As after entering the password again, which changing sending accounts takes once it was some time ago. */
export async function proveAgain(app: TestApp, { id }: Client): Promise<void> {
  const at = app.clock.now().toISOString();
  await app.platform.db.execute(
    sql`update sessions set proven_at = ${at}::timestamptz where user_id = ${id}`,
  );
}

/** A sending account that has been tested, and its server. */
export async function addActiveMailbox(
  app: TestApp,
  owner: Client,
  { manners = {}, more = {} }: { manners?: Parameters<typeof startMailServer>[0]; more?: object } = {},
) {
  const server = await startMailServer({ login: LOGIN, ...manners });
  await proveAgain(app, owner);
  const { id } = (await owner.api("POST", "/mailboxes", mailboxForm(server.port, more))).body;
  await app.platform.db.execute(
    sql`update mailboxes set state = 'active', proven_at = now(), tested_at = now() where id = ${id}`,
  );
  return { id: id as string, key: { account: owner.id, id: id as string }, server };
}

/**
 * What issues tokens for a mail server, and makes them its password: "token 1", "token 2" … It wants the usual
 * password as the refresh token.
 */
export async function startTokenIssuer(login: { pass: string }, client_secret: string) {
  const issuer = { url: "", granted: 0 };
  const server = createHttpServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    const isKnown = form.refresh_token === MAIL_PASSWORD && form.client_secret === client_secret;
    login.pass = `token ${++issuer.granted}`;
    response.writeHead(isKnown ? 200 : 400, { "content-type": "application/json" });
    response.end(JSON.stringify(isKnown ? { access_token: login.pass } : { error: "invalid_grant" }));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  issuer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`;
  return issuer;
}

/** Says what it's told to, whatever it's asked. */
export async function startRawServer(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    onConnection(socket);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
