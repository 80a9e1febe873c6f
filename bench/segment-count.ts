import { expectOk, signUp } from "#test/nodes/creator.ts";
import { FILL_CONTACTS } from "./contacts.ts";
import type { BenchEnvironment } from "./environment.ts";
import { type Measured, median, ROUNDS, result } from "./measurement.ts";

const CONTACTS = 1_000_000;
const BATCHES = 20;
const MS_MAX = 1000;
const RATIO_MAX = 1.5;
const TEXT = 'country in (DE, US) and tag "vip" and opened >= 2 times in 30 days';

/** Counting a condition with three tests, one of what people did, over the same SQL written by hand. */
export async function measureSegmentCount(stage: BenchEnvironment): Promise<Measured> {
  const databaseUrl = await stage.database();
  const node = await stage.product(databaseUrl, { PLANS: "off" });
  const owner = await signUp(node.url);
  const database = await stage.connect(databaseUrl);
  await database.query("set maintenance_work_mem = '512MB'");
  await database.query(FILL_CONTACTS, [owner.id, CONTACTS]);
  await database.query(`insert into contact_settings (user_id, tags) values ($1, '{vip}')`, [owner.id]);
  for (let batch = 0; batch < BATCHES; batch++) await database.query(FILL_BATCH, [owner.id, batch]);
  await database.query("vacuum analyze contacts, deliveries");
  const byHand: number[] = [];
  const counted: number[] = [];
  let people = "";
  while (counted.length < ROUNDS) {
    const begun = performance.now();
    const { rows } = await database.query<{ count: string }>(BY_HAND, [owner.id]);
    byHand.push(performance.now() - begun);
    const asked = performance.now();
    const { count } = await expectOk(owner.api("POST", "/segments/count", { text: TEXT }));
    counted.push(performance.now() - asked);
    if (String(count) !== rows[0]?.count) throw new Error(`${count} isn't ${rows[0]?.count}.`);
    people = count.toLocaleString("en");
  }
  const [value, reference] = [median(counted), median(byHand)];
  const events = (CONTACTS * BATCHES).toLocaleString("en");
  return {
    ...result("ms", { value, reference }),
    note: `${people} of ${CONTACTS.toLocaleString("en")} contacts with ${events} messages, PostgreSQL, over HTTP, over the same SQL by hand`,
    promises: [
      { text: `≤ ${MS_MAX} ms`, isKept: value <= MS_MAX, isRate: true },
      { text: `≤ ${RATIO_MAX}`, isKept: value / reference <= RATIO_MAX },
    ],
  };
}

/** A campaign to everyone, ten days before the next one, which a quarter opened. */
const FILL_BATCH = `
  insert into deliveries (user_id, batch_id, contact_id, state, host, due_at, handed_over_at, tried_at, opened_at)
  select user_id, batch, id, 'handed_over', 'example.com', at, at, at,
    case when hashtext(id::text || $2::int) % 4 = 0 then at + interval '1 hour' end
  from contacts, (select gen_random_uuid() as batch, now() - interval '1 day' - $2::int * interval '10 days' as at) sent
  where user_id = $1::text`;

const BY_HAND = `
  select count(*) from contacts c where c.user_id = $1 and c.country in ('DE', 'US') and c.tags @> '{vip}'
    and c.id in (select d.contact_id from deliveries d where d.user_id = $1 and d.opened_at > now() - interval '30 days'
      group by d.contact_id having count(*) >= 2)`;
