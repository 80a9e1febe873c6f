import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import { nameOf } from "#src/features/audience/segments/ui/shared/condition-labels.ts";
import type { Action } from "#src/features/email/automations/definition-rules.ts";
import { describeStep } from "#src/features/email/sequences/ui/shared/step-sentence.ts";
import { formatNumber } from "#src/kit/plural.ts";

/** What sentences name: what segments name, and the account's sequences and incoming webhooks. */
export interface RuleCatalog extends Catalog {
  sequences: { id: string; name: string }[];
  /** Its incoming webhooks. */
  webhooks: { id: string; name: string }[];
}

const NO_NUMBERS: ReadonlyMap<string, number> = new Map();
type Of<Type extends Action["type"]> = Extract<Action, { type: Type }>;

/** Says in one sentence what an action does. */
export function describeAction(action: Action, catalog: RuleCatalog): string {
  switch (action.type) {
    case "send":
      return sendSentence(action);
    case "start_sequence":
      return action.sequence_id === null
        ? "Start a sequence that isn’t chosen yet"
        : `Start the sequence ${nameOf(catalog.sequences, action.sequence_id)}`;
    case "stop_sequence":
      return action.sequence_id === null
        ? "Take them out of all sequences"
        : `Take them out of the sequence ${nameOf(catalog.sequences, action.sequence_id)}`;
    case "owner":
      return action.owner_id === null
        ? "Take away their owner"
        : `Make ${personOf(action.owner_id, catalog)} their owner`;
    case "note":
      return action.text.trim() === "" ? "Note without words yet" : `Add the note “${action.text.trim()}”`;
    case "notify":
      return notifySentence(action, catalog);
    case "webhook":
      return webhookSentence(action);
    case "score":
      return action.points < 0
        ? `Take ${formatNumber(-action.points)} off their score`
        : `Add ${formatNumber(action.points)} to their score`;
    case "topic":
      return topicSentence(action, catalog);
    case "suppress":
      return "Suppress their address";
    case "link":
    case "promotion":
      return shownSentence(action, catalog);
    default:
      return describeStep(action, { catalog, numbers: NO_NUMBERS });
  }
}

function sendSentence({ mail: { subject, mode } }: Of<"send">): string {
  if (subject.trim() !== "") return `Send “${subject.trim()}”`;
  return mode === "template" ? "Send an e-mail from a template" : "Send an e-mail without a subject yet";
}

const personOf = (id: string, { owners }: Catalog) =>
  owners.find((one) => one.id === id)?.name ?? "somebody who’s gone";

function notifySentence({ text, person_id }: Of<"notify">, catalog: Catalog): string {
  const words = text.trim();
  if (words === "") return "Tell your team, without words yet";
  return person_id === null ? `Tell your team: ${words}` : `Tell ${personOf(person_id, catalog)}: ${words}`;
}

function webhookSentence({ url }: Of<"webhook">): string {
  const host = URL.canParse(url) ? new URL(url).host : "";
  return host === "" ? "Call another program, without a URL yet" : `Call ${host}`;
}

function topicSentence({ action, topic }: Of<"topic">, { topics }: Catalog): string {
  const name = topics.find(({ key }) => key === topic)?.name ?? topic;
  return action === "subscribe" ? `Turn on the topic “${name}”` : `Turn off the topic “${name}”`;
}

function shownSentence(action: Of<"link"> | Of<"promotion">, { links, pages }: Catalog): string {
  const isShown = action.action === "show";
  if (action.type === "link") {
    if (action.link_id === null)
      return isShown ? "Show a link that isn’t chosen yet" : "Hide a link that isn’t chosen yet";
    const name = nameOf(links, action.link_id);
    return isShown ? `Show the link ${name}` : `Hide the link ${name}`;
  }
  if (action.profile_id === null)
    return isShown
      ? "Show the promotion of a page that isn’t chosen yet"
      : "Hide the promotion of a page that isn’t chosen yet";
  const name = nameOf(pages, action.profile_id);
  return isShown ? `Show the promotion of ${name}` : `Hide the promotion of ${name}`;
}
