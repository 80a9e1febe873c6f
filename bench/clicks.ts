import type pg from "pg";
import { fillProfiles, readLinks } from "./data.ts";
import type { BenchEnvironment } from "./environment.ts";
import { runLoad } from "./load-driver.ts";
import { PICK_SLOT, UUID_SLOT } from "./load-plan.ts";
import { alternate, type Measured, result } from "./measurement.ts";
import { requestHead, visitor } from "./visitors.ts";

const CONNECTIONS = 1024;
const PROFILES = 100;
const LINKS_PER_PROFILE = 10;
const LINKS = PROFILES * LINKS_PER_PROFILE;

async function linksToClick(stage: BenchEnvironment) {
  const databaseUrl = await stage.database();
  const node = await stage.product(databaseUrl);
  const client = await stage.connect(databaseUrl);
  await fillProfiles(client, { profiles: PROFILES, links: LINKS_PER_PROFILE });
  return { node, databaseUrl, client, links: await readLinks(client, LINKS) };
}

/**
 * A rate is honest only if every click counted: none set aside as suspected, none missing from its link's
 * total.
 */
async function expectCounted(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ same: boolean }>(
    `select (select sum(click_count) from links)
       = (select count(*) from link_analytics where not is_bot) and not exists (select from link_analytics where is_suspected) as same`,
  );
  if (rows[0]?.same !== true)
    throw new Error("The links' counts don't agree with the clicks that were stored.");
}

function clickRequest(n: number): string {
  const who = visitor(n);
  const event = { id: UUID_SLOT, link_id: PICK_SLOT, session_id: `session-${n}`, referrer: who.referrer };
  const body = JSON.stringify({ events: [event] });
  const type = "Content-Type: application/json";
  return `${requestHead("POST /api/v1/clicks", who)}${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

function goRequest(n: number): string {
  const who = visitor(n);
  return `${requestHead(`GET /go/${PICK_SLOT}`, who)}Referer: ${who.referrer}\r\n\r\n`;
}

/**
 * Single events, each answered after its commit, relative to a bare server that does one INSERT per event on
 * the same tables.
 */
export async function measureClicks(stage: BenchEnvironment): Promise<Measured> {
  const { node, databaseUrl, links, client } = await linksToClick(stage);
  const bare = await stage.reference({ what: "insert", databaseUrl, links });
  const requests = Array.from({ length: CONNECTIONS }, (_, n) => clickRequest(n));
  const plan = { connections: CONNECTIONS, requests, picks: Object.keys(links), status: 202 };
  const measured = result(
    "events/s",
    await alternate(
      () => runLoad({ ...plan, port: node.port }),
      () => runLoad({ ...plan, port: bare }),
    ),
  );
  await expectCounted(client);
  return {
    ...measured,
    note: `${CONNECTIONS} connections, ${LINKS} links; over one INSERT per event (row, 3.5 rollups, count) behind bare node:http; PostgreSQL is the limit`,
    promises: [
      { text: "ratio ≥ 3.5", isKept: measured.ratio >= 3.5 },
      { text: "≥ 10,000/s", isKept: measured.value >= 10_000, isRate: true },
    ],
  };
}

/**
 * Redirects that store their click before they answer, relative to a bare server that redirects and stores
 * nothing.
 */
export async function measureGo(stage: BenchEnvironment): Promise<Measured> {
  const { node, links, client } = await linksToClick(stage);
  const headers = [
    "Location",
    "https://example.com/page00001/15485863",
    "Content-Length",
    "0",
    "Cache-Control",
    "no-store",
  ];
  const bare = await stage.reference({ what: "bytes", status: 302, headers, base64: "" });
  const requests = Array.from({ length: CONNECTIONS }, (_, n) => goRequest(n));
  const plan = { connections: CONNECTIONS, requests, picks: Object.keys(links), status: 302 };
  const measured = result(
    "clicks/s",
    await alternate(
      () => runLoad({ ...plan, port: node.port }),
      () => runLoad({ ...plan, port: bare }),
    ),
  );
  await expectCounted(client);
  return {
    ...measured,
    note: `${CONNECTIONS} connections, ${LINKS} links; over a bare redirect that stores nothing`,
    promises: [{ text: "≥ 10,000/s", isKept: measured.value >= 10_000, isRate: true }],
  };
}
