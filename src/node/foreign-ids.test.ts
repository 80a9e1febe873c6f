// @project server-postgres
/* Other people's ids, in every field of what happens by itself: they show nothing, change nothing, and send nothing. */
import { getTableName, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accountParts } from "#src/platform/account-data-registry.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";
import { type Sequencer, send, startSequencer, wait } from "#test/harness/sequences.ts";
import { listEndpoints } from "./api-description.ts";

const SECRET = "only-for-mia";

let app: TestApp;

interface Operation {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  body: Schema | undefined;
}

type Schema = Record<string, unknown> & {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
};

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());

/** One of everything that an id can be of. Returns the ids. */
async function fill(on: Sequencer, word: string): Promise<string[]> {
  const add = async (path: string, body: object): Promise<string> => {
    const { status, body: made } = await on.owner.api("POST", path, body);
    expect([path, status, made.code]).toEqual([path, status < 300 ? status : 201, undefined]);
    return made.id;
  };
  await on.addFans({ [`${word}1`]: {}, [`${word}2`]: {} });
  const contacts = [await on.contactOf(`${word}1`), await on.contactOf(`${word}2`)];
  const profile = await add("/profiles", { name: word });
  const link = await add(`/profiles/${profile}/links`, { title: word, url: `https://${word}.example/` });
  const stage = app.platform.newId();
  await on.owner.api("PUT", "/pipeline", { stages: [{ id: stage, name: word, color: "blue" }] });
  const segment = await add("/segments", { name: word, kind: "static" });
  const selection = { ids: contacts };
  await on.owner.api("POST", `/segments/${segment}/members`, { selection });
  const dynamic = await add("/segments", { name: `${word} all`, text: 'email contains "@"' });
  const template = await add("/templates", { name: word, subject: word, html: `<p>${word}</p>` });
  const campaign = await on.add({ name: word, subject: word });
  const test = await add("/experiments", { campaign_id: campaign, versions: [{}, { subject: `${word} B` }] });
  const sequence = await on.publish({ steps: [wait("w", 1), send("m", word)] });
  await on.enroll(sequence, `${word}1`);
  const [enrollment] = (await on.call("GET", `/${sequence}/enrollments`)).body.items;
  const ids = [...contacts, profile, link, stage, segment, dynamic, template, campaign, test, sequence];
  return [...ids, enrollment.id, on.mailbox.id, on.owner.id];
}

const AREAS = /^\/(?:sequences|segments|experiments|deliverability|dmarc-reports)(?:\/|$)/;

async function listOperations(): Promise<Operation[]> {
  const { paths, components } = (await app.visitor().api("GET", "/openapi.json")).body;
  const resolved = (schema: Schema | undefined): Schema | undefined => {
    const name = schema?.$ref?.split("/").at(-1);
    return name === undefined ? schema : resolved(components.schemas[name]);
  };
  schemaOf = resolved;
  return listEndpoints()
    .filter(({ path }) => AREAS.test(path))
    .map(({ method, path }) => ({
      method: method as Operation["method"],
      path,
      body: resolved(paths[path]?.[method.toLowerCase()]?.requestBody?.content?.["application/json"]?.schema),
    }));
}
let schemaOf: (schema: Schema | undefined) => Schema | undefined;

const NAMES_IDS = /(?:^|_)ids?$|^with$/;

/** Values by a schema, in which whatever may be an id is one of these. Deep conditions are made by hand. */
function valueFor(
  schema: Schema | undefined,
  name: string,
  id: fc.Arbitrary<string>,
  depth = 0,
): fc.Arbitrary<unknown> {
  const found = schemaOf(schema);
  if (found === undefined || depth > 7) return fc.constant(null);
  const choices = found.anyOf ?? found.oneOf;
  if (choices) return fc.oneof(...choices.map((one) => valueFor(one, name, id, depth + 1)));
  if (found.allOf) return valueFor(found.allOf[0], name, id, depth + 1);
  if (found.const !== undefined) return fc.constant(found.const);
  if (found.enum) return fc.constantFrom(...found.enum);
  if (name === "condition" || name === "goal") return conditionOf(id);
  if (name === "steps") return fc.array(stepOf(id), { maxLength: 3 });
  if (found.type === "object" || found.properties) {
    const parts = Object.entries(found.properties ?? {}).map(([key, part]) => [
      key,
      valueFor(part, key, id, depth + 1),
    ]);
    return fc.record(Object.fromEntries(parts), { requiredKeys: (found.required ?? []) as never[] });
  }
  if (found.type === "array")
    return fc.array(valueFor(found.items, name, id, depth + 1), { minLength: 1, maxLength: 2 });
  if (found.type === "integer" || found.type === "number") return fc.constantFrom(1, 2);
  if (found.type === "boolean") return fc.boolean();
  if (found.type === "null") return fc.constant(null);
  return found.format === "uuid" || NAMES_IDS.test(name) ? id : fc.constantFrom("x", "vip");
}

function conditionOf(id: fc.Arbitrary<string>): fc.Arbitrary<object> {
  const event = fc.constantFrom("clicked", "visited", "opened", "received", "bought");
  return fc.oneof(
    id.map((segment_id) => ({ segment_id })),
    fc.tuple(event, id).map(([event, link_id]) => ({ event, link_id })),
    fc.tuple(event, id).map(([event, campaign_id]) => ({ event, campaign_id })),
    fc.tuple(event, id).map(([event, profile_id]) => ({ event, profile_id })),
    fc
      .tuple(fc.constantFrom("stage", "owner", "page", "signed up on"), id)
      .map(([attribute, value]) => ({ attribute, operator: "equals", value })),
    id.map((segment_id) => ({ none: [{ segment_id }] })),
  );
}

function stepOf(id: fc.Arbitrary<string>): fc.Arbitrary<object> {
  const step = fc.integer({ min: 0, max: 1e6 }).map((number) => `s${number}`);
  const mail = fc.record(
    {
      template_id: id,
      mode: fc.constantFrom("blocks", "template"),
      subject: fc.constant("Mine"),
      attachments: id.map((one) => [{ id: one }]),
      blocks: id.map((profile_id) => [{ id: "b", type: "links", profile_id, most: 3 }]),
    },
    { requiredKeys: ["mode", "subject"] },
  );
  return fc.oneof(
    fc.record({ id: step, type: fc.constant("send"), mail }),
    fc.record({ id: step, type: fc.constant("stage"), stage_id: id }),
    fc.record({ id: step, type: fc.constant("task"), title: fc.constant("x"), assignee_id: id }),
    fc.record({
      id: step,
      type: fc.constant("branch"),
      condition: conditionOf(id),
      yes: fc.constant([]),
      no: fc.constant([]),
    }),
  );
}

/** What the database has of an account, but for times and figures that change by themselves. */
async function everythingOf(account: string): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const { tables } of accountParts())
    for (const { table, by } of tables) {
      if (!("account" in by) || ["events"].includes(getTableName(table))) continue;
      const [row] = await rowsOf<{ sum: string | null }>(
        app.platform.db,
        sql`select md5(string_agg(t::text, '' order by t::text)) as sum from ${table} t where ${sql.identifier("t")}.${sql.identifier(by.account.name)} = ${account}`,
      );
      all[getTableName(table)] = row?.sum ?? "";
    }
  return all;
}

it("show, change and send nothing, in any path, query, or body", async () => {
  const [owner, other] = [await startSequencer(app), await startSequencer(app)];
  const theirs = await fill(owner, SECRET);
  const mine = await fill(other, "plain");
  const operations = await listOperations();
  expect(operations.length).toBeGreaterThan(40);
  const before = await everythingOf(owner.owner.id);
  owner.mailbox.server.received.length = 0;
  const anyId = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...theirs) }, fc.constantFrom(...mine));
  const codes = new Map<number, number>();
  for (const { method, path, body } of operations) {
    const form = body === undefined ? fc.constant(undefined) : valueFor(body, "", anyId);
    const inPath = fc.array(anyId, { minLength: 3, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(inPath, form, async (ids, sent) => {
        let at = 0;
        const url = path.replace(/\{\w+\}/g, () => ids[at++] ?? "");
        const query = method === "GET" ? `?with=${ids[2]}&campaign_id=${ids[2]}&version=1` : "";
        const wanted = method === "GET" && /compare|experiments$/.test(path) ? query : "";
        const answer = await other.owner.api(method, url + wanted, sent as object | undefined);
        codes.set(answer.status, (codes.get(answer.status) ?? 0) + 1);
        expect([url, answer.status]).not.toEqual([url, 500]);
        expect([url, JSON.stringify(answer.body ?? "").includes(SECRET)]).toEqual([url, false]);
      }),
      { numRuns: method === "GET" ? 6 : 12, endOnFailure: true },
    );
  }
  // Not all of it was refused.
  expect((codes.get(200) ?? 0) + (codes.get(201) ?? 0)).toBeGreaterThan(20);
  expect(await everythingOf(owner.owner.id)).toEqual(before);
  expect(owner.mailbox.server.received).toEqual([]);
  const arrived = other.mailbox.server.received.map(
    (mail) => `${mail.subject} ${mail.html} ${JSON.stringify(mail.to)}`,
  );
  expect(arrived.filter((mail) => mail.includes(SECRET))).toEqual([]);
}, 240_000);
