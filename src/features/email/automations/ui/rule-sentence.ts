import { orList } from "#src/features/audience/segments/ui/shared/condition-labels.ts";
import { conditionClause } from "#src/features/audience/segments/ui/shared/sentence.ts";
import type { Definition, EventTest } from "#src/features/email/automations/definition-rules.ts";
import { LOCALE } from "#src/kit/locale.ts";
import { plural } from "#src/kit/plural.ts";
import { describeAction, type RuleCatalog } from "./action-sentence.ts";
import { EVENT_OPERATOR_LABELS } from "./rule-labels.ts";
import { factLabel, factValue } from "./shared/fact-words.ts";
import { describeTrigger } from "./trigger-sentence.ts";

const AND = new Intl.ListFormat(LOCALE, { type: "conjunction" });
/** More actions than these are counted. */
const NAMED = 5;

/** For the middle of a sentence. What begins with two capitals is a name. */
const lowerFirst = (words: string) =>
  /^\p{Lu}{2}/u.test(words) ? words : words.charAt(0).toLocaleLowerCase(LOCALE) + words.slice(1);
const upperFirst = (words: string) => words.charAt(0).toLocaleUpperCase(LOCALE) + words.slice(1);

/** Says a rule in one sentence: “When someone gets the tag “vip”, then send “Welcome” and tell Mia.” */
export function describeRule(definition: Definition, catalog: RuleCatalog): string {
  const { triggers, actions } = definition;
  if (triggers.length === 0) return "Nothing starts it yet.";
  const when = orList(triggers.map((trigger) => lowerFirst(describeTrigger(trigger, catalog))));
  if (actions.length === 0) return `When ${when}, nothing happens yet.`;
  const named = actions.slice(0, NAMED).map((action) => lowerFirst(describeAction(action, catalog)));
  const rest = actions.length - named.length;
  const then = AND.format(rest === 0 ? named : [...named, plural(rest, "more action")]);
  const tests = testsOf(definition, catalog);
  return tests === "" ? `When ${when}, then ${then}.` : `When ${when}, if ${tests}, then ${then}.`;
}

/** `its amount is at least 50`, for the middle of a sentence. */
function describeEventTest({ fact, operator, value }: EventTest, catalog: RuleCatalog): string {
  return `its ${lowerFirst(factLabel(fact))} ${EVENT_OPERATOR_LABELS[operator]} ${factValue(fact, value, catalog)}`;
}

/** The same as a line of its own. */
export const eventTestLine = (test: EventTest, catalog: RuleCatalog): string =>
  upperFirst(describeEventTest(test, catalog));

function testsOf({ event_tests, condition }: Definition, catalog: RuleCatalog): string {
  const clause = condition === null ? undefined : conditionClause(condition, catalog);
  const tests = event_tests.map((test) => describeEventTest(test, catalog));
  if (clause !== undefined) tests.push(`they’re fans ${clause}`);
  return AND.format(tests);
}
