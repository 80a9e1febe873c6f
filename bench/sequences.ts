import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { expectOk } from "#test/nodes/creator.ts";
import type { BenchEnvironment } from "./environment.ts";
import { openMailFixture, startSink } from "./mail-fixture.ts";
import { type Measured, result } from "./measurement.ts";
import { residentMegabytes } from "./rss.ts";

const FANS = 100_000;
const DUE = 1000;
const ENROLL_SECONDS_MAX = 60;
const TICK_SECONDS_MAX = 10;
const MEGABYTES_MAX = 50;
const GIVEN_UP_SECONDS = 300;
const HTML = '<p>{{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Bye</a></p>';

async function published(owner: Awaited<ReturnType<typeof openMailFixture>>["owner"], mailbox_id: string) {
  const steps = [
    { id: "w", type: "wait", wait: { kind: "for", amount: 30, unit: "days" } },
    { id: "s", type: "send", mail: { mode: "html", subject: "Hello", html: HTML } },
  ];
  const { id } = await expectOk(
    owner.api("POST", "/sequences", { name: "Welcome", draft: { mailbox_id, steps } }),
  );
  await expectOk(owner.api("POST", `/sequences/${id}/publish`, {}));
  return id as string;
}

async function until(
  database: pg.Client,
  query: string,
  isDone: (count: number) => boolean,
): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const { rows } = await database.query<{ count: string }>(query);
    const seconds = (performance.now() - begun) / 1000;
    if (isDone(Number(rows[0]?.count))) return seconds;
    if (seconds > GIVEN_UP_SECONDS) throw new Error(`After ${seconds} seconds: ${rows[0]?.count}`);
    await wait(50);
  }
}

const ENROLLED = "select count(*) from enrollments where state = 'waiting'";
const LEDGER = "select count(*) from deliveries";

/** Letting many fans in at once, until each of them is at their first wait. */
export async function measureEnroll(stage: BenchEnvironment): Promise<Measured> {
  const sink = await startSink(DUE);
  try {
    const { owner, mailbox_id, database } = await openMailFixture(stage, { fans: FANS, port: sink.port });
    const id = await published(owner, mailbox_id);
    const begun = performance.now();
    await expectOk(owner.api("POST", `/sequences/${id}/enrollments/many`, { selection: { all: true } }));
    await until(database, ENROLLED, (count) => count === FANS);
    const value = (performance.now() - begun) / 1000;
    return {
      ...result("s", { value, reference: ENROLL_SECONDS_MAX }),
      note: `${FANS.toLocaleString("en")} fans into a sequence by one request, until all are at its first wait, PostgreSQL; over the promised time`,
      promises: [{ text: `≤ ${ENROLL_SECONDS_MAX} s`, isKept: value <= ENROLL_SECONDS_MAX, isRate: true }],
    };
  } finally {
    sink.end();
  }
}

/** A minute's work of a sequence with many people inside, until those who are due are in delivery's ledger. */
export async function measureSequenceTick(stage: BenchEnvironment): Promise<Measured> {
  const sink = await startSink(DUE);
  try {
    const fixture = await openMailFixture(stage, { fans: FANS, port: sink.port });
    const { node, owner, mailbox_id, database } = fixture;
    const id = await published(owner, mailbox_id);
    await expectOk(owner.api("POST", `/sequences/${id}/enrollments/many`, { selection: { all: true } }));
    await until(database, ENROLLED, (count) => count === FANS);
    await wait(3000);
    const before = residentMegabytes(node.pid);
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, residentMegabytes(node.pid));
    }, 100);
    await database.query(
      `update enrollments set due_at = now() where id in (select id from enrollments limit ${DUE})`,
    );
    // Until the minute's tick has found them.
    await until(database, LEDGER, (count) => count > 0);
    const value = await until(database, LEDGER, (count) => count === DUE);
    clearInterval(watch);
    const growth = most - before;
    return {
      ...result("s", { value, reference: TICK_SECONDS_MAX }),
      note: `${DUE.toLocaleString("en")} of ${FANS.toLocaleString("en")} people inside are due: from the first of them in the ledger to the last, PostgreSQL, memory +${growth.toFixed(0)} MB; over the promised time`,
      promises: [
        { text: `≤ ${TICK_SECONDS_MAX} s`, isKept: value <= TICK_SECONDS_MAX, isRate: true },
        { text: `≤ ${MEGABYTES_MAX} MB`, isKept: growth <= MEGABYTES_MAX },
      ],
    };
  } finally {
    sink.end();
  }
}
