import { Group, NumberInput, Select, TextInput } from "@mantine/core";
import { type EventTest, FACTS, type Trigger } from "#src/features/email/automations/definition-rules.ts";
import { countryChoices } from "#src/kit/country-choices.ts";
import { SEPARATORS } from "#src/kit/separators.ts";
import type { RuleCatalog } from "../action-sentence.ts";
import { factChoices, factLabel } from "../shared/fact-words.ts";

export type Facts = Record<string, string | number>;

interface FactFieldsProps {
  trigger: Trigger;
  tests: readonly EventTest[];
  catalog: RuleCatalog;
  facts: Facts;
  onFacts: (facts: Facts) => void;
}

const BODY = "body.";
const VALUE_CHARS_MAX = 500;

/** What happened, as far as the rule asks about it. */
export function FactFields({ trigger, tests, catalog, facts, onFacts }: FactFieldsProps) {
  const asked = [...new Set(tests.map(({ fact }) => fact))].filter(
    (fact) => FACTS[trigger.type].includes(fact) || (trigger.type === "webhook" && fact.startsWith(BODY)),
  );
  const put = (fact: string, value: string | number) => {
    const { [fact]: _, ...rest } = facts;
    onFacts(value === "" ? rest : { ...rest, [fact]: value });
  };
  return (
    <Group gap="sm" align="end" grow preventGrowOverflow={false}>
      {asked.map((fact) => {
        const choices = fact === "country" ? countryChoices([]) : factChoices(fact, catalog);
        const value = facts[fact] ?? "";
        const look = { size: "md", label: factLabel(fact), miw: 180 } as const;
        if (fact === "amount")
          return (
            <NumberInput
              key={fact}
              {...look}
              min={0}
              allowNegative={false}
              {...SEPARATORS}
              value={value}
              onChange={(typed) => put(fact, typed)}
            />
          );
        if (choices)
          return (
            <Select
              key={fact}
              {...look}
              searchable
              clearable
              clearButtonProps={{ "aria-label": "Clear" }}
              placeholder="Choose"
              data={choices}
              value={value === "" ? null : String(value)}
              onChange={(chosen) => put(fact, chosen ?? "")}
            />
          );
        return (
          <TextInput
            key={fact}
            {...look}
            maxLength={VALUE_CHARS_MAX}
            value={String(value)}
            onChange={({ currentTarget }) => put(fact, currentTarget.value)}
          />
        );
      })}
    </Group>
  );
}
