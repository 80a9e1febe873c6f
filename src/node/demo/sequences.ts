/* Two sequences that have run for two weeks. */
import {
  type Definition,
  EMPTY_DEFINITION,
  EMPTY_MAIL,
  type Step,
} from "#src/features/email/sequences/definition-rules.ts";
import { importSequence } from "#src/features/email/sequences/import.ts";
import type { Ctx } from "#src/platform/context.ts";
import { CREATORS } from "./creators.ts";
import { TEMPLATES } from "./emails.ts";
import type { Fan } from "./people.ts";

const DAYS = 14;
const PER_DAY = 3;

const mail = (id: string, template: number, subject: string): Step => ({
  id,
  type: "send",
  mail: { ...EMPTY_MAIL, mode: "template", template_id: TEMPLATES[template]?.id ?? null, subject },
});
const days = (id: string, amount: number): Step => ({
  id,
  type: "wait",
  wait: { kind: "for", amount, unit: "days", time: "09:00" },
});

export const WELCOME_ID = "0d3a0000-0000-7000-8008-000000000001";

const DRAFTS: readonly (Partial<Definition> & { id: string; name: string; place: number })[] = [
  {
    id: WELCOME_ID,
    name: "Welcome, new listeners",
    place: 0,
    exits: { is_replied: true, is_ordered: false, condition: null },
    steps: [
      mail("hello", 0, "Good to have you here"),
      days("pause", 2),
      {
        id: "opened",
        type: "branch",
        condition: { event: "opened", days: 3 },
        yes: [{ id: "tag", type: "tag", action: "add", tag: "engaged" }],
        no: [mail("again", 0, "In case you missed it")],
      },
      days("week", 7),
      mail("last", 0, "One question"),
    ],
  },
  {
    id: "0d3a0000-0000-7000-8008-000000000002",
    name: "First 5K: the course",
    place: 2,
    steps: [
      mail("one", 2, "Week one: three runs, all of them slow"),
      days("w1", 4),
      mail("two", 2, "Week two: the same, a little longer"),
      days("w2", 7),
      mail("three", 2, "Week three: your first mile without a break"),
    ],
  },
];

/** Whoever signed up last got in last. */
export async function addSequences(
  ctx: Ctx,
  { fans, ids, mailbox_id }: { fans: readonly Fan[][]; ids: ReadonlyMap<string, string>; mailbox_id: string },
): Promise<void> {
  for (const { id, name, place, ...draft } of DRAFTS) {
    const latest = [...(fans[place] ?? [])]
      .sort((a, b) => a.signedUp - b.signedUp)
      .slice(-DAYS * PER_DAY)
      .flatMap(({ email }) => ids.get(email) ?? []);
    const entered = Array.from({ length: DAYS }, (_, day) =>
      latest.slice(day * PER_DAY, (day + 1) * PER_DAY),
    );
    const profile_ids = CREATORS[place] ? [CREATORS[place].id] : [];
    const triggers: Definition["triggers"] = [{ type: "lead", profile_ids }];
    await importSequence(ctx, {
      id,
      name,
      draft: { ...EMPTY_DEFINITION, ...draft, mailbox_id, triggers },
      entered,
    });
  }
}
