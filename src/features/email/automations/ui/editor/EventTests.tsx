import { Box, Button, NumberInput, Select, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import {
  type EventOperator,
  type EventTest,
  FACTS,
  type Trigger,
} from "#src/features/email/automations/definition-rules.ts";
import { EVENT_TESTS_MAX } from "#src/features/email/automations/rules.ts";
import { countryChoices } from "#src/kit/country-choices.ts";
import { IconButton } from "#src/kit/IconButton.tsx";
import { formatNumber } from "#src/kit/plural.ts";
import { SEPARATORS } from "#src/kit/separators.ts";
import { EVENT_OPERATOR_LABELS } from "../rule-labels.ts";
import { factChoices, factLabel } from "../shared/fact-words.ts";
import classes from "./Rule.module.css";
import { useRuleEditing } from "./rule-context.ts";

const BODY = "body.";
const VALUE_CHARS_MAX = 500;

/** The facts that are known about what starts a rule. */
export function factsOf(triggers: readonly Trigger[]): string[] {
  return [...new Set(triggers.flatMap(({ type }) => FACTS[type]))];
}

const isWebhook = ({ type }: Trigger) => type === "webhook";

/** Tests of what happened. All of them have to be true. */
export function EventTests() {
  const { definition, change, revision } = useRuleEditing();
  const { event_tests, triggers } = definition;
  const facts = factsOf(triggers);
  const put = (tests: EventTest[], mark?: string) => change(() => ({ event_tests: tests }), mark);
  const first = triggers.some(isWebhook) ? BODY : facts[0];
  return (
    <Stack gap="xs" role="group" aria-label="What happened">
      <Text fw={600}>What happened</Text>
      {event_tests.map((test, at) => (
        <OneTest
          // biome-ignore lint/suspicious/noArrayIndexKey: tests are told apart by their place alone
          key={`${revision} ${at}`}
          number={at + 1}
          test={test}
          onChange={(changed) => put(event_tests.with(at, changed), `test-${at}`)}
          onRemove={() => put(event_tests.toSpliced(at, 1))}
        />
      ))}
      {first === undefined && event_tests.length === 0 && (
        <Text size="sm" c="dimmed">
          There’s nothing to ask about what starts this rule.
        </Text>
      )}
      {first !== undefined && event_tests.length < EVENT_TESTS_MAX && (
        <Button
          variant="default"
          size="sm"
          style={{ alignSelf: "start" }}
          leftSection={<IconPlus size={16} />}
          onClick={() => put([...event_tests, startOf(first)])}
        >
          Add a test of what happened
        </Button>
      )}
    </Stack>
  );
}

const startOf = (fact: string): EventTest =>
  fact === "amount" ? { fact, operator: "at_least", value: 50 } : { fact, operator: "equals", value: "" };

/** What a fact can be compared by. */
function operatorsOf(fact: string, isChoice: boolean): EventOperator[] {
  if (fact === "amount") return ["at_least", "at_most", "equals", "not_equals"];
  if (isChoice) return ["equals", "not_equals"];
  return fact.startsWith(BODY)
    ? ["equals", "not_equals", "contains", "not_contains", "at_least", "at_most"]
    : ["equals", "not_equals", "contains", "not_contains"];
}

interface OneTestProps {
  number: number;
  test: EventTest;
  onChange: (test: EventTest) => void;
  onRemove: () => void;
}

function OneTest({ number, test, onChange, onRemove }: OneTestProps) {
  const { definition, catalog } = useRuleEditing();
  const { fact, operator } = test;
  const facts = factsOf(definition.triggers);
  const isBody = fact.startsWith(BODY);
  const choices = factChoices(fact, catalog);
  const known = facts.map((one) => ({ value: one, label: factLabel(one) }));
  if (isBody || definition.triggers.some(isWebhook))
    known.push({ value: BODY, label: "A field of its body" });
  const value = isBody ? BODY : fact;
  if (!known.some((one) => one.value === value)) known.push({ value, label: factLabel(fact) });
  const operators = operatorsOf(fact, (choices !== undefined && fact !== "tag") || fact === "country");
  return (
    <Box className={classes.test} role="group" aria-label={`Test ${formatNumber(number)}`}>
      <div className={classes.testFields}>
        <Select
          size="md"
          aria-label="What"
          allowDeselect={false}
          data={known}
          value={value}
          onChange={(chosen) => chosen && chosen !== value && onChange(startOf(chosen))}
        />
        <Select
          size="md"
          aria-label="How"
          allowDeselect={false}
          data={operators.map((one) => ({ value: one, label: EVENT_OPERATOR_LABELS[one] }))}
          value={operators.includes(operator) ? operator : null}
          onChange={(chosen) => chosen && onChange({ ...test, operator: chosen as EventOperator })}
        />
        <ValueField test={test} onChange={onChange} />
        {isBody && (
          <TextInput
            size="md"
            aria-label="Field of its body"
            placeholder="customer.country"
            maxLength={VALUE_CHARS_MAX}
            value={fact.slice(BODY.length)}
            onChange={({ currentTarget }) => onChange({ ...test, fact: `${BODY}${currentTarget.value}` })}
          />
        )}
      </div>
      <IconButton large aria-label={`Remove test ${formatNumber(number)}`} onClick={onRemove}>
        <IconX size={18} />
      </IconButton>
    </Box>
  );
}

function ValueField({ test, onChange }: Pick<OneTestProps, "test" | "onChange">) {
  const { catalog } = useRuleEditing();
  const { fact, value } = test;
  const choices =
    fact === "country" ? countryChoices(value === "" ? [] : [String(value)]) : factChoices(fact, catalog);
  if (fact === "amount")
    return (
      <NumberInput
        size="md"
        aria-label="Value"
        min={0}
        allowNegative={false}
        {...SEPARATORS}
        value={value}
        onChange={(typed) => typeof typed === "number" && onChange({ ...test, value: typed })}
      />
    );
  if (choices && fact !== "tag") {
    const isKnown = value === "" || choices.some((one) => one.value === value);
    return (
      <Select
        size="md"
        aria-label="Value"
        placeholder="Choose"
        searchable
        allowDeselect={false}
        nothingFoundMessage="Nothing found"
        data={isKnown ? choices : [...choices, { value: String(value), label: "Not there anymore" }]}
        value={value === "" ? null : String(value)}
        onChange={(chosen) => chosen && onChange({ ...test, value: chosen })}
      />
    );
  }
  return (
    <TextInput
      size="md"
      aria-label="Value"
      placeholder="Value"
      maxLength={VALUE_CHARS_MAX}
      value={String(value)}
      onChange={({ currentTarget }) => onChange({ ...test, value: currentTarget.value })}
    />
  );
}
