/* Which rules name something that's going to be deleted. */
import { type SQL, sql } from "drizzle-orm";
import type { Named } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import type { UsedKind } from "#src/features/audience/segments/conditions/uses-rules.ts";
import type { TemplateUse } from "#src/features/email/templates/contract.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";

/** Fields and topics in conditions have these in front of their keys. */
const IN_CONDITIONS: Partial<Record<UsedKind, string>> = { fields: "field.", topics: "consent." };

/** Rules that name any of these, in what runs or in what's being written. */
export function listAutomationsNaming(
  db: Db,
  account: string,
  { kind, ids }: { kind: UsedKind; ids: readonly string[] },
): Promise<Named[]> {
  const start = IN_CONDITIONS[kind];
  const words = ids.flatMap((id) => (start === undefined ? [id] : [id, start + id]));
  // As a whole value, so that it isn't found in what an e-mail says, where quotation marks are written differently.
  return listWith(
    db,
    account,
    words.map((word) => JSON.stringify(word)),
  );
}

/** The names of rules that start or stop a sequence. */
export async function listAutomationsWithSequence(db: Db, account: string, id: string): Promise<string[]> {
  return (await listWith(db, account, [JSON.stringify(id.toLowerCase())])).map(({ name }) => name);
}

/** Rules with a template in what's being written of them. What runs has its own copy. */
export function listAutomationsWithTemplate(
  db: Db,
  { account, id }: { account: string; id: string },
): Promise<TemplateUse[]> {
  const wanted = JSON.stringify({ id: id.toLowerCase() });
  // The template of an e-mail that's written in place instead is of no use.
  const path = '$.actions[*].mail ? (@.template_id == $id && @.mode == "template")';
  return rowsOf(
    db,
    sql`select 'rule' as kind, a.id, a.name from automations a where a.user_id = ${account}
      and jsonb_path_exists(a.draft, ${path}::jsonpath, ${wanted}::jsonb) order by lower(a.name), a.id`,
  );
}

function listWith(db: Db, account: string, texts: readonly string[]): Promise<Named[]> {
  if (texts.length === 0) return Promise.resolve([]);
  const isIn = (json: SQL) =>
    sql`exists (select from unnest(${sql.param([...texts])}::text[]) w where strpos(${json}::text, w) > 0)`;
  return rowsOf(
    db,
    sql`select a.id, a.name from automations a where a.user_id = ${account} and (${isIn(sql`a.draft`)}
        or exists (select from automation_versions v where v.user_id = a.user_id and v.automation_id = a.id
          and v.version = a.version and ${isIn(sql`v.definition`)}))
      order by lower(a.name), a.id`,
  );
}
