/*
 * What the product is compared with: bare node:http servers that do the minimum, in a separate process. Takes
 * its instructions as JSON in the first argument and prints its port on the first line.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import pg from "pg";
import { RECORD_STATEMENT, recordValues } from "#src/features/insights/clicks/record-store.ts";
import { parseUserAgent } from "#src/features/insights/clicks/user-agent.ts";
import { KnownTexts } from "#src/features/insights/clicks/visit-texts.ts";
import { findPage } from "#src/features/public/public-page/store.ts";
import { openPostgres } from "#src/platform/db/postgres.ts";

/**
 * `bytes`: always the same answer. `row`: finds a page's row and sends it unchanged. `insert`: one INSERT per
 * event.
 */
export type Reference =
  | { what: "bytes"; status: number; headers: string[]; base64: string }
  | { what: "row"; databaseUrl: string }
  | { what: "insert"; databaseUrl: string; links: Record<string, { profile_id: string; user_id: string }> };

type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

const CONNECTIONS = 10;
const DEADLOCK = "40P01";
const PLACE = { country: "US", region: "California", city: "Mountain View" };

function open(connectionString: string): pg.Pool {
  return new pg.Pool({ connectionString, max: CONNECTIONS });
}

function answerBytes({ status, headers, base64 }: Reference & { what: "bytes" }): Answer {
  const body = Buffer.from(base64, "base64");
  return (_request, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}

async function answerRow({ databaseUrl }: Reference & { what: "row" }): Promise<Answer> {
  const database = await openPostgres(databaseUrl, () => {});
  return async (request, response) => {
    const row = await findPage(database, (request.url ?? "/").slice(1).split("?", 1)[0] ?? "");
    const body = Buffer.from(JSON.stringify(row));
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": body.length });
    response.end(body);
  };
}

/**
 * The statement that the product runs for thousands of events at once, here for one: same rows, rollups, and
 * counts.
 */
function answerInsert({ databaseUrl, links }: Reference & { what: "insert" }): Answer {
  const pool = open(databaseUrl);
  const known = new KnownTexts();
  return async (request, response) => {
    const { events } = JSON.parse(await text(request));
    const [{ id, link_id, session_id, referrer }] = events;
    const userAgent = request.headers["user-agent"] ?? "";
    const owner = links[link_id] ?? { profile_id: "", user_id: "" };
    const client = parseUserAgent(userAgent);
    const event = {
      id,
      link_id,
      session_id,
      referrer,
      ...owner,
      user_agent: userAgent,
      client,
      place: PLACE,
    };
    const texts = known.unknownOf([event]);
    const values = recordValues([event], new Date(), texts);
    const store = () => pool.query({ name: RECORD_STATEMENT.name, text: RECORD_STATEMENT.text, values });
    await store().catch((error: Error & { code?: string }) => {
      if (error.code === DEADLOCK) return store();
      throw error;
    });
    known.add(texts);
    const body = '{"received":1,"new":1}';
    response.writeHead(202, { "Content-Type": "application/json", "Content-Length": body.length });
    response.end(body);
  };
}

async function answerOf(reference: Reference): Promise<Answer> {
  if (reference.what === "bytes") return answerBytes(reference);
  if (reference.what === "row") return answerRow(reference);
  return answerInsert(reference);
}

const answer = await answerOf(JSON.parse(process.argv[2] ?? "") as Reference);
const server = createServer((request, response) => void answer(request, response));
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" ? address?.port : ""}\n`);
});
