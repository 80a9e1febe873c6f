/* What rules do. */

import { suppress } from "#src/features/audience/consent/consent.ts";
import { subscribeTopic, unsubscribeTopic } from "#src/features/audience/consent/topics.ts";
import { assignStages, scoreContacts } from "#src/features/audience/contacts/bulk/bulk.ts";
import { requireContact } from "#src/features/audience/contacts/contacts.ts";
import { addNote } from "#src/features/audience/contacts/timeline/timeline.ts";
import {
  allOrNone,
  changeContacts,
  oneByOne,
  type Refusals,
} from "#src/features/email/sequences/contact-actions.ts";
import { enroll, requireActive } from "#src/features/email/sequences/enrollments.ts";
import { endInside } from "#src/features/email/sequences/exits.ts";
import { updateLink } from "#src/features/pages/links/links.ts";
import { updateProfile } from "#src/features/pages/profiles/profile-changes.ts";
import type { Ctx } from "#src/platform/context.ts";
import { enqueueCall } from "./call-job.ts";
import type { Action } from "./definition-rules.ts";
import { automationNotified } from "./events.ts";
import { sendMail } from "./mail.ts";
import type { RunVersion } from "./store.ts";
import type { Done, Going } from "./walk.ts";

interface Acting {
  running: RunVersion;
  going: readonly Going[];
}

type Outcomes = (going: Going) => Done;
type Of<Type extends Action["type"]> = Extract<Action, { type: Type }>;

const DONE: Done = { outcome: "done", reason: "" };

/** Does an action for all of them. Each of them is another contact, or it's one about nobody in particular. */
export async function actOn(ctx: Ctx, action: Action, acting: Acting): Promise<Outcomes> {
  const { running, going } = acting;
  switch (action.type) {
    case "send":
      return sendMail(ctx, action.id, acting);
    case "notify":
      return notify(ctx, action, acting);
    case "webhook":
      for (const { run } of going)
        await enqueueCall(ctx, { account: ctx.account, run_id: run.id, action_id: action.id, attempt: 0 });
      return () => ({ outcome: "queued", reason: "" });
    case "link":
    case "promotion":
      return byContact(await allOrNone([""], () => changePage(ctx, action)), "");
    case "wait":
      return () => DONE;
    default:
      return byContact(await changePeople(ctx, action, { running, going }));
  }
}

/** What's refused fails with its sentence. `only` is for what's done once for all of them. */
function byContact(refused: Refusals, only?: string): Outcomes {
  return ({ run }) => {
    const reason = refused.get(only ?? run.contact_id ?? "");
    return reason === undefined ? DONE : { outcome: "failed", reason };
  };
}

async function notify(
  ctx: Ctx,
  { text, person_id }: Of<"notify">,
  { running, going }: Acting,
): Promise<Outcomes> {
  const { automation_id } = running;
  for (const { run } of going) {
    const payload = { automation_id, contact_id: run.contact_id, text, person_id };
    await ctx.announce(automationNotified, { subject: run.contact_id ?? automation_id, payload });
  }
  return () => DONE;
}

async function changePage(ctx: Ctx, action: Of<"link" | "promotion">): Promise<void> {
  const isShown = action.action === "show";
  if (action.type === "link") await updateLink(ctx, { id: action.link_id ?? "", is_visible: isShown });
  else await updateProfile(ctx, { id: action.profile_id ?? "", promotion_settings: { is_hidden: !isShown } });
}

type PersonalAction = Exclude<Action, Of<"send" | "wait" | "notify" | "webhook" | "link" | "promotion">>;

function changePeople(ctx: Ctx, action: PersonalAction, { going }: Acting): Promise<Refusals> {
  const ids = going.flatMap(({ run }) => run.contact_id ?? []);
  const runOf = new Map(going.map(({ run }) => [run.contact_id, run.id]));
  const many = { selection: { ids }, dry_run: false, undo_id: ctx.newId() };
  switch (action.type) {
    case "tag":
    case "stage":
    case "field":
    case "task":
      return changeContacts(ctx, action, ids);
    case "owner":
      return allOrNone(ids, () => assignStages(ctx, { owner_id: action.owner_id, ...many }));
    case "note":
      return oneByOne(ids, (id) => addNote(ctx, { id, text: action.text }));
    case "topic":
      return oneByOne(ids, (id) => changeTopic(ctx, action, id));
    case "suppress":
      return oneByOne(ids, (id) => suppressContact(ctx, id));
    case "start_sequence":
      return oneByOne(ids, async (id) => {
        const live = await requireActive(ctx, action.sequence_id ?? "");
        await enroll(ctx, live, { contactIds: [id], source: `rule ${runOf.get(id)} ${action.id}` });
      });
    case "stop_sequence": {
      const { sequence_id } = action;
      return allOrNone(ids, () =>
        endInside(ctx, { ...(sequence_id !== null && { sequence_id }), contactIds: ids, reason: "removed" }),
      );
    }
    case "score":
      return allOrNone(ids, () => scoreContacts(ctx, { points: action.points, ...many }));
  }
}

async function changeTopic(ctx: Ctx, { action, topic }: Of<"topic">, id: string): Promise<void> {
  const contact = await requireContact(ctx, id);
  if (action === "subscribe") await subscribeTopic(ctx, contact, topic);
  else await unsubscribeTopic(ctx, contact, { key: topic, recipient: id });
}

async function suppressContact(ctx: Ctx, id: string): Promise<void> {
  const { email } = await requireContact(ctx, id);
  await suppress(ctx, { account: ctx.account, email, reason: "manual" });
}
