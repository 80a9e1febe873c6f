import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { OAuth2Server } from "oauth2-mock-server";
import { onTestFinished } from "vitest";

const SCOPES = {
  send: "openid email https://www.googleapis.com/auth/gmail.send",
  read: "openid email https://www.googleapis.com/auth/gmail.send https://www.googleapis.com/auth/gmail.readonly",
};

interface Held {
  id: string;
  threadId: string;
  labelIds: string[];
  raw: string;
  at: Date;
  /** Its place in what has happened. */
  place: number;
}

interface Answer {
  status: number;
  body?: object;
  headers?: Record<string, string>;
}

/** Google on this machine: signing in, and Gmail's API with one inbox, as documented. */
export interface GmailServer {
  endpoints: { authorize: string; token: string; revoke: string; api: string };
  email: string;
  grants: keyof typeof SCOPES;
  isRevoked: boolean;
  /** What it says about the client instead of giving tokens. */
  refuses: string | undefined;
  /** Messages that it doesn't hand out. */
  broken: Set<string>;
  /** Messages where it wants us to slow down. */
  limited: Set<string>;
  messages: Held[];
  /** What was asked for, without `/gmail/v1/users/me/`. */
  asked: string[];
  /** Says this instead, whatever is asked for. */
  answers: Answer[];
  /** Called with each e-mail that's to be sent: it hangs up before or after sending it. */
  hangsUp: (raw: string) => "before" | "after" | undefined;
  /** Places before this one are forgotten. */
  oldestPlace: number;
  pageSize: number;
  now: () => Date;
  deliver(raw: string, more?: Partial<Held>): Held;
  stop(): Promise<void>;
}

export async function startGmailServer(): Promise<GmailServer> {
  const oauth = new OAuth2Server();
  await oauth.issuer.keys.generate("RS256");
  await oauth.start(0, "localhost");
  oauth.service.on("beforeTokenSigning", ({ payload }) =>
    Object.assign(payload, { email: google.email, email_verified: true }),
  );
  oauth.service.on("beforeResponse", (response) => {
    Object.assign(response.body as object, {
      refresh_token: "a refresh token",
      scope: SCOPES[google.grants],
    });
    if (google.refuses !== undefined)
      Object.assign(response, { statusCode: 401, body: { error: google.refuses } });
    if (google.isRevoked) Object.assign(response, { statusCode: 400, body: { error: "invalid_grant" } });
  });
  const api = createServer(async (request, response) => {
    const { status, body, headers } = google.answers.shift() ?? (await answer(google, request));
    if (status === 0) return request.socket.destroy();
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body ?? {}));
  });
  await new Promise<void>((done) => api.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const issuer = oauth.issuer.url ?? "";
  let place = 1000;
  const google: GmailServer = {
    endpoints: {
      authorize: `${issuer}/authorize`,
      token: `${issuer}/token`,
      revoke: `${url}/revoke`,
      api: url,
    },
    email: "mia@gmail.example",
    grants: "send",
    isRevoked: false,
    messages: [],
    asked: [],
    answers: [],
    refuses: undefined,
    broken: new Set<string>(),
    limited: new Set<string>(),
    hangsUp: () => undefined,
    oldestPlace: 0,
    pageSize: 100,
    now: () => new Date(),
    deliver(raw, more = {}) {
      // Gmail's ids are unique, and places have gaps.
      place += 7;
      const id = `m${place}`;
      const held = { id, threadId: id, labelIds: ["INBOX"], raw, at: google.now(), place, ...more };
      google.messages.push(held);
      return held;
    },
    async stop() {
      api.close();
      api.closeAllConnections();
      await oauth.stop();
    },
  };
  return google;
}

/** Says something else while a test runs. */
export function answerWith(google: GmailServer, answers: Answer[]): void {
  google.answers = answers;
  onTestFinished(() => {
    google.answers = [];
  });
}

async function answer(google: GmailServer, request: IncomingMessage): Promise<Answer> {
  const url = new URL(request.url ?? "", "http://gmail.example");
  const path = url.pathname.replace("/gmail/v1/users/me/", "");
  google.asked.push(path + url.search);
  if (path === "messages/send") return send(google, request);
  if (path === "/revoke") return { status: 200 };
  if (google.grants !== "read")
    return { status: 403, body: { error: { message: "Request had insufficient authentication scopes." } } };
  const last = String(Math.max(1000, ...google.messages.map(({ place }) => place)));
  if (path === "profile") return { status: 200, body: { emailAddress: google.email, historyId: last } };
  if (path === "history") return history(google, url.searchParams, last);
  if (path === "messages") return search(google, url.searchParams);
  if (google.limited.has(path.replace("messages/", ""))) return { status: 429 };
  if (google.broken.has(path.replace("messages/", ""))) return { status: 500 };
  const found = google.messages.find(({ id }) => path === `messages/${id}`);
  return found ? { status: 200, body: shown(found, url.searchParams) } : { status: 404 };
}

async function send(google: GmailServer, request: IncomingMessage): Promise<Answer> {
  let body = "";
  for await (const chunk of request) body += chunk;
  const { raw, threadId } = JSON.parse(body) as { raw: string; threadId?: string };
  const text = Buffer.from(raw, "base64url").toString();
  const hangsUp = google.hangsUp(text);
  if (hangsUp === "before") return { status: 0 };
  // Gmail gives each e-mail a Message-ID of its own.
  const own = text.replace(/^Message-ID: .*$/im, `Message-ID: <CA${google.messages.length}@mail.gmail.com>`);
  const { id, threadId: thread } = google.deliver(own, {
    labelIds: ["SENT"],
    ...(threadId !== undefined && { threadId }),
  });
  if (hangsUp === "after") return { status: 0 };
  return { status: 200, body: { id, threadId: thread, labelIds: ["SENT"] } };
}

function history({ messages, oldestPlace, pageSize }: GmailServer, asked: URLSearchParams, last: string) {
  const from = Number(asked.get("startHistoryId"));
  if (from < oldestPlace)
    return { status: 404, body: { error: { message: "Requested entity was not found." } } };
  const label = asked.get("labelId") ?? "INBOX";
  const news = messages.filter(({ place, labelIds }) => place > from && labelIds.includes(label));
  const start = Number(asked.get("pageToken") ?? 0);
  const page = news.slice(start, start + pageSize);
  const isLast = start + pageSize >= news.length;
  return {
    status: 200,
    body: {
      ...(page.length > 0 && {
        history: page.map(({ id, threadId, place }) => ({
          id: String(place),
          messages: [{ id, threadId }],
          messagesAdded: [{ message: { id, threadId } }],
        })),
      }),
      ...(!isLast && { nextPageToken: String(start + pageSize) }),
      historyId: last,
    },
  };
}

function search({ messages, pageSize }: GmailServer, asked: URLSearchParams): Answer {
  const query = asked.get("q") ?? "";
  const after = Number(/after:(\d+)/.exec(query)?.[1] ?? 0) * 1000;
  const [, to] = /to:"?([^\s"]+)/.exec(query) ?? [];
  const found = messages.filter(
    ({ at, labelIds, raw }) =>
      at.getTime() >= after &&
      labelIds.includes(query.includes("in:inbox") ? "INBOX" : "SENT") &&
      (to === undefined || headerOf(raw, "To")?.includes(to)),
  );
  const list = found.reverse().map(({ id, threadId }) => ({ id, threadId }));
  const start = Number(asked.get("pageToken") ?? 0);
  const end = start + Math.min(pageSize, Number(asked.get("maxResults") ?? 100));
  if (list.length === 0) return { status: 200, body: { resultSizeEstimate: 0 } };
  const more = end < list.length && { nextPageToken: String(end) };
  return { status: 200, body: { messages: list.slice(start, end), ...more } };
}

function headerOf(raw: string, name: string): string | undefined {
  const head = (raw.split(/\r?\n\r?\n/)[0] ?? "").replace(/\r?\n[ \t]+/g, " ");
  return new RegExp(`^${name}: *(.*)$`, "im").exec(head)?.[1];
}

function shown({ id, threadId, labelIds, raw, at }: Held, asked: URLSearchParams): object {
  const about = { id, threadId, labelIds, internalDate: String(at.getTime()) };
  const format = asked.get("format");
  if (format === "raw") {
    const encoded = { raw: Buffer.from(raw).toString("base64url") };
    return asked.get("fields") === "raw" ? encoded : { ...about, ...encoded };
  }
  if (format !== "metadata") return about;
  const headers = asked
    .getAll("metadataHeaders")
    .flatMap((name) => [headerOf(raw, name) ?? []].flat().map((value) => ({ name, value })));
  return { ...about, payload: { headers } };
}
