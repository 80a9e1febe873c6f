import type pg from "pg";
import { expectOk, publish, signUp } from "#test/nodes/creator.ts";
import type { BenchEnvironment } from "./environment.ts";
import { runLoad } from "./load-driver.ts";
import { alternate, type Measured, result } from "./measurement.ts";

const RATIO_MAX = 3;
const MANY = 1_000_000;
const FEW = 1_000;
/** Slightly more than one page, in either list. */
const FOUND = 60;

type Owner = Awaited<ReturnType<typeof signUp>>;

/** Searching a million leads for a page of 50 over HTTP with a session, relative to searching a thousand. */
export async function measureList(stage: BenchEnvironment): Promise<Measured> {
  const databaseUrl = await stage.database();
  const node = await stage.product(databaseUrl);
  const owners = [await signUp(node.url), await signUp(node.url)] as const;
  const connections = await Promise.all([stage.connect(databaseUrl), stage.connect(databaseUrl)]);
  await fill(connections, [
    { owner: owners[0], profileId: (await publish(owners[0], "Mia Moreno")).id, leads: MANY },
    { owner: owners[1], profileId: (await publish(owners[1], "Nora Novak")).id, leads: FEW },
  ]);
  const milliseconds = async (owner: Owner) => {
    const { total } = await expectOk(owner.api("GET", "/leads?q=zelda"));
    if (total !== FOUND) throw new Error(`${total} leads were found instead of ${FOUND}.`);
    // One search that fills a page, one with two letters that finds nothing, and one with another sort order.
    const requests = ["q=zelda", "q=qx", "q=zelda&sort=name"].map(
      (query) => `GET /api/v1/leads?${query} HTTP/1.1\r\nHost: localhost\r\nCookie: ${owner.cookie}\r\n\r\n`,
    );
    return 1000 / (await runLoad({ port: node.port, connections: 1, requests }));
  };
  const measured = result(
    "ms",
    await alternate(
      () => milliseconds(owners[0]),
      () => milliseconds(owners[1]),
    ),
  );
  return {
    ...measured,
    note: "a search of a million leads, whole answer over HTTP, PostgreSQL; over the same of a thousand",
    promises: [{ text: `ratio ≤ ${RATIO_MAX}`, isKept: measured.ratio <= RATIO_MAX }],
  };
}

interface Share {
  owner: Owner;
  profileId: string;
  leads: number;
}

/**
 * Writes leads straight into the table and creates the indexes afterwards, which takes a fifth of the time.
 */
async function fill(connections: [pg.Client, pg.Client], shares: Share[]): Promise<void> {
  const [one, other] = connections;
  const { rows: indexes } = await one.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'fan_leads' and indexdef not like 'CREATE UNIQUE%'`,
  );
  for (const { name } of indexes) await one.query(`drop index ${name}`);
  for (const { owner, profileId, leads } of shares) {
    const half = Math.floor(leads / 2);
    const insert = (client: pg.Client, from: number, to: number) =>
      client.query(INSERT, [profileId, owner.id, from, to, Math.floor(leads / FOUND)]);
    await Promise.all([insert(one, 1, half), insert(other, half + 1, leads)]);
  }
  for (const client of connections) await client.query("set maintenance_work_mem = '512MB'");
  const isSearch = ({ definition }: { definition: string }) => definition.includes("gin");
  await Promise.all([
    make(one, indexes.filter(isSearch)),
    make(
      other,
      indexes.filter((index) => !isSearch(index)),
    ),
  ]);
  await one.query("vacuum analyze fan_leads");
}

async function make(client: pg.Client, indexes: { definition: string }[]): Promise<void> {
  for (const { definition } of indexes) await client.query(definition);
}

/** Rows `$3…$4`. Every `$5`th has the name that the search looks for. */
const INSERT = `
  insert into fan_leads (id, profile_id, user_id, name, email, phone, lead_source, country, consent_text,
    consent_version, consented_at, created_at)
  select uuidv7(), $1::uuid, $2::text,
    case when n % $5::int = 0 and n <= $5::int * ${FOUND} then 'Zelda' else (array['Ann', 'Ben', 'Cem', 'Dora', 'Emil',
      'Farid', 'Greta', 'Hugo', 'Ines', 'Jonas'])[1 + n % 10] end || ' ' ||
      (array['Adams', 'Baker', 'Clark', 'Diaz', 'Evans', 'Flores', 'Garcia'])[1 + n % 7],
    'fan' || n || '@example.com', case when n % 5 = 0 then '+49 30 ' || n end, 'screensaver_signup', 'DE', 'Yes.', 'v1',
    now() - n * interval '1 second', now() - n * interval '1 second'
  from generate_series($3::int, $4::int) as n`;
