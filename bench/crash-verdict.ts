/* What's wrong after `automation-killed`: who's lost, and what was done twice or never, by the database and the mail server. */
import { drawVersion } from "#src/features/email/ab-tests/assignment.ts";
import { CALLED, PARTS, POINTS, WELCOME_STEPS } from "./crash-course.ts";

export type Ask = <Row>(query: string) => Promise<Row[]>;

/** What has to happen before everything is over, by its kind. What waits for a day doesn't count. */
export const LEFT = `select
  (select count(*) from enrollments where ended_at is null and due_at < now() + interval '1 hour')::int as people,
  (select count(*) from automation_runs where ended_at is null and due_at < now() + interval '1 hour')::int as runs,
  (select count(*) from automation_events)::int as happened,
  (select count(*) from segment_changes)::int as changed,
  (select count(*) from deliveries where state in ('pending', 'leased'))::int as mails,
  (select count(*) from automation_runs where results @> '[{"outcome": "queued"}]')::int as calls,
  (select count(*) from jobs.job where state in ('created', 'retry', 'active')
    and name in ('quick', 'automation', 'webhooks', 'bulk'))::int as jobs`;

const RUNS = `select r.*, a.name, v.definition, c.email, c.tags, c.fields from automation_runs r
  join automations a on a.id = r.automation_id
  join automation_versions v on v.automation_id = r.automation_id and v.version = r.version
  left join contacts c on c.id = r.contact_id`;
const TRIGGER = (part: string) => `a.draft #>> '{triggers,0,${part}}'`;
/** Each rule and each transition that starts it. */
const STARTED = `
  select a.id, c.id as contact_id from automations a, contacts c
    where ${TRIGGER("type")} = 'tag' and ${TRIGGER("tag")} = any(c.tags)
  union all select a.id, c.id from automations a, contacts c
    where ${TRIGGER("type")} = 'field' and c.fields ? (${TRIGGER("key")})
  union all select a.id, f.contact_id from automations a, fan_leads f where ${TRIGGER("type")} = 'lead'
  union all select a.id, e.subject::uuid from automations a, events e where e.name =
    case ${TRIGGER("type")} when 'segment' then 'segment.entered' when 'contact_added' then 'contact.created' end`;
const MAILS = `select b.key, d.contact_id, d.state from deliveries d join (
    select batch_id, sequence_id || ' ' || step_id as key from sequence_batches
    union all select batch_id, automation_id || ' ' || action_id from automation_batches) b on b.batch_id = d.batch_id`;
const MAILED = `select sequence_id || ' ' || step_id as key, contact_id from enrollment_steps where outcome = 'sent'
  union all select automation_id || ' ' || (r->>'action_id'), contact_id from automation_runs, jsonb_array_elements(results) r
    where r->>'outcome' = 'sent'`;
const ACTS = `select data->>'text' as name, contact_id, 'note' as type from contact_timeline where kind = 'note'
  union all select title, contact_id, 'task' from contact_tasks where title like 'Rule %'`;
const DONE = `select r.name, r.contact_id, x->>'type' as type from (${RUNS}) r, jsonb_array_elements(r.definition->'actions') x
  where r.state = 'done' and x->>'type' in ('note', 'task')`;
const once = (rows: string, keys: string) =>
  `select ${keys}, count(*) as n from (${rows}) every_one group by ${keys}`;
/** What's only in one of two lists, or not once in the second one. */
const differing = (wanted: string, found: string, keys: string) =>
  `select 1 from (select distinct *, true as is_wanted from (${wanted}) w) w full join (${once(found, keys)}) f
    using (${keys}) where f.n is distinct from 1 or w.is_wanted is null`;

/** Each finds rows that mustn't be there. */
const ODD: Readonly<Record<string, string>> = {
  "people not once through a sequence": `select 1 from contacts c cross join sequences s
      left join enrollments e on e.contact_id = c.id and e.sequence_id = s.id
    where s.name in ('Welcome', 'Circle', 'Tea') or 'part 0' = any(c.tags) group by c.id, s.id
    having count(e.id) <> 1 or count(*) filter (where e.state = 'completed') <> 1`,
  "people in a sequence that isn't for them": `select 1 from enrollments e join sequences s on s.id = e.sequence_id
    join contacts c on c.id = e.contact_id where s.name in ('Late', 'Patient') and not 'part 0' = any(c.tags)`,
  "people with steps twice or never": `select 1 from enrollments e join sequences s on s.id = e.sequence_id
      left join enrollment_steps t on t.enrollment_id = e.id group by e.id, s.name
    having count(*) <> count(distinct t.step_id)
      or count(*) <> case s.name when 'Welcome' then ${WELCOME_STEPS} when 'Tea' then 1 else 2 end`,
  "entries and ends not announced once": `select 1 from (${["entered", "left"]
    .map(
      (what) =>
        `${differing(
          "select sequence_id::text as id, contact_id::text as who from enrollments",
          `select subject as id, jsonb_array_elements_text(payload->'contact_ids') as who from events where name = 'sequence.${what}'`,
          "id, who",
        )}`,
    )
    .join(" union all ")}) o`,
  "people not once in the segment": `select 1 from contacts c left join events e on e.subject = c.id::text
      and e.name in ('segment.entered', 'segment.left') left join segment_members m on m.contact_id = c.id
    group by c.id, m.contact_id having count(e.id) <> 1 or m.contact_id is null`,
  "transitions without one run of each rule": differing(
    `select id as automation_id, contact_id from (${STARTED}) s`,
    "select automation_id, contact_id from automation_runs",
    "automation_id, contact_id",
  ),
  "runs that failed or stopped": `select 1 from automation_runs where state <> 'done' and skip_reason is distinct from 'condition'
    union all select 1 from enrollment_steps where outcome = 'failed'`,
  "runs against their condition": `select 1 from (${RUNS}) r
    where (r.state = 'done') <> (r.email like '%' || coalesce(r.definition->'condition'->>'value', '') || '%')`,
  "notes and tasks not once": differing(DONE, ACTS, "name, contact_id, type"),
  "calls not done": `select 1 from (${RUNS}) r where r.definition->'actions' @> '[{"type": "webhook"}]'
    and r.state = 'done' and not r.results @> '[{"outcome": "done"}]'`,
  "tags and fields that are missing": `select 1 from (${RUNS}) r, jsonb_array_elements(r.definition->'actions') x
    where r.state = 'done' and (x->>'type' = 'tag' and not x->>'tag' = any(r.tags)
      or x->>'type' = 'field' and r.fields->>(x->>'key') is distinct from x->>'value')`,
  "people not in one part": `select 1 from contacts c, unnest(c.tags) t where t like 'part %' group by c.id having count(*) <> 1`,
  "scores that are wrong": `select 1 from contacts c where c.score <> ${POINTS.welcomed}
    + ${POINTS.lead} * (select count(*) from fan_leads f where f.contact_id = c.id)
    + ${POINTS.added} * (select count(*) from events e where e.name = 'contact.created' and e.subject = c.id::text)`,
  "e-mail not once in the ledger": differing(
    MAILED,
    `select key, contact_id from (${MAILS}) m`,
    "key, contact_id",
  ),
  "e-mail that was left out": `select 1 from deliveries where state not in ('handed_over', 'uncertain')`,
  "late e-mail that went out, or patient that didn't": `select 1 from enrollment_steps t join sequences s on s.id = t.sequence_id
    where s.name in ('Late', 'Patient') and t.step_id = 'only'
      and t.outcome <> case s.name when 'Late' then 'left_out' else 'sent' end`,
  "jobs given up": `select 1 from jobs.job where name = 'dead'`,
  "sequences and rules that aren't on": `select 1 from sequences where state <> 'active'
    union all select 1 from automations where state <> 'active'`,
};

export interface Verdict {
  uncertain: number;
  mails: number;
  runs: number;
  /** What's wrong, and how often. */
  wrong: Record<string, number>;
}

interface Seen {
  fans: number;
  /** How often the mail server got each message, by recipient and subject. */
  messages: ReadonlyMap<string, number>;
  /** How often a server was called under each id. */
  calls: ReadonlyMap<string, number>;
}

/** Asks once nothing is left to do. */
export async function judge(ask: Ask, { fans, messages, calls }: Seen): Promise<Verdict> {
  const wrong: Record<string, number> = {};
  const note = (what: string, count: number) => {
    if (count > 0) wrong[what] = count;
  };
  for (const [what, query] of Object.entries(ODD)) note(what, (await ask(query)).length);
  const [counts = { people: 0, parts: 0, called: 0, runs: 0 }] = await ask<Record<string, number>>(`select
    (select count(*) from contacts)::int as people, (select count(*) from automation_runs)::int as runs,
    (select count(*) from contacts where email like '%${CALLED}%')::int as called,
    (select count(distinct t) from contacts, unnest(tags) t where t like 'part %')::int as parts`);
  note("people lost or doubled", Math.abs(fans - (counts.people ?? 0)));
  note("parts without anyone", PARTS - (counts.parts ?? 0));
  note("servers not called", Math.abs(calls.size - (counts.called ?? 0)));
  note("versions that aren't what's drawn", await countMisdrawn(ask));
  const mails = await ask<{ key: string; state: string }>(`select c.email || ' ' ||
      coalesce(b.variants->d.variant->>'subject', b.snapshot->>'subject') as key, d.state
    from deliveries d join batches b on b.id = d.batch_id join contacts c on c.id = d.contact_id`);
  const known = new Set(mails.map(({ key }) => key));
  note("messages that came twice", [...messages.values()].filter((copies) => copies > 1).length);
  note(
    "messages that never came",
    mails.filter(({ key, state }) => state === "handed_over" && !messages.has(key)).length,
  );
  note("messages that nobody was to get", [...messages.keys()].filter((key) => !known.has(key)).length);
  const uncertain = mails.filter(({ state }) => state === "uncertain").length;
  return { uncertain, mails: mails.length, runs: counts.runs ?? 0, wrong };
}

/** Everyone has one version of the tested step, and it's the one that their hash says. */
async function countMisdrawn(ask: Ask): Promise<number> {
  const rows = await ask<{
    test_id: string | null;
    contact_id: string;
    drawn: number | null;
    sent: number | null;
  }>(`
    select t.id as test_id, c.id as contact_id, a.variant as drawn, d.variant as sent from contacts c
      cross join ab_tests t left join ab_assignments a on a.test_id = t.id and a.contact_id = c.id
      left join deliveries d on d.batch_id = a.batch_id and d.contact_id = c.id`);
  return rows.filter(({ test_id, contact_id, drawn, sent }) => {
    const version = drawVersion(
      { test_id: test_id ?? "", contact_id },
      { holdout_share: 0, sample_share: 1, versions: 2 },
    );
    return drawn !== version || sent !== version;
  }).length;
}
