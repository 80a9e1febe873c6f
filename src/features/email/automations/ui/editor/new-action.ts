import type { Action, ActionType } from "#src/features/email/automations/definition-rules.ts";
import { EMPTY_MAIL, type StepMail } from "#src/features/email/sequences/definition-rules.ts";
import { newId } from "#src/kit/new-id.ts";
import type { RuleCatalog } from "../action-sentence.ts";

const BODY = `{
  "email": "{{ contact.email }}",
  "name": "{{ contact.name }}"
}`;

/** A new action, with what most people want. */
export function newAction(
  type: ActionType,
  start: Pick<StepMail, "blocks" | "theme">,
  { stages, topics }: RuleCatalog,
): Action {
  const id = newId();
  switch (type) {
    case "send":
      return { id, type, mail: { ...EMPTY_MAIL, ...start } };
    case "wait":
      return { id, type, wait: { kind: "for", amount: 1, unit: "days", time: null } };
    case "start_sequence":
    case "stop_sequence":
      return { id, type, sequence_id: null };
    case "tag":
      return { id, type, action: "add", tag: "" };
    case "field":
      return { id, type, key: "", value: null };
    case "stage":
      return { id, type, stage_id: stages[0]?.id ?? null };
    case "owner":
      return { id, type, owner_id: null };
    case "task":
      return { id, type, title: "", days: 0, assignee_id: null };
    case "note":
      return { id, type, text: "" };
    case "notify":
      return { id, type, text: "", person_id: null };
    case "webhook":
      return { id, type, url: "", body: BODY };
    case "score":
      return { id, type, points: 1 };
    case "topic":
      return { id, type, action: "unsubscribe", topic: topics[0]?.key ?? "news" };
    case "suppress":
      return { id, type };
    case "link":
      return { id, type, action: "hide", link_id: null };
    case "promotion":
      return { id, type, action: "hide", profile_id: null };
  }
}
