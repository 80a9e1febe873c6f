import "#src/kit/deferred.css";
import { Button, Group, Select, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconBolt, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AutomationSummary } from "#src/features/email/automations/contract.ts";
import { AUTOMATION_STATES, type AutomationState } from "#src/features/email/automations/rules.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import classes from "#src/kit/ItemList.module.css";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { SearchField } from "#src/kit/SearchField.tsx";
import { useOpenParam } from "#src/kit/use-open-param.ts";
import type { RuleCatalog } from "./action-sentence.ts";
import { RuleRow } from "./RuleRow.tsx";
import { RULE_LABELS } from "./rule-labels.ts";
import { describeRule } from "./rule-sentence.ts";
import { automationsQuery } from "./shared/automation-queries.ts";
import { useRuleCatalog } from "./shared/use-rule-catalog.ts";

const NewRuleDialog = lazyDialog(async () => (await import("./NewRuleDialog.tsx")).NewRuleDialog);

const LOOK_MS = 10_000;
/** With fewer, there's nothing to search. */
const SEARCHED = 6;

/** `/dashboard/marketing/automation/rules`: the account's rules. */
export function RulesPage() {
  const [choosing, choose] = useDisclosure(false);
  useOpenParam("create", choose.open);
  const query = useQuery({ ...automationsQuery(), refetchInterval: LOOK_MS });
  const { catalog, query: catalogQuery } = useRuleCatalog();
  const items = query.data?.items;
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={choose.open}>
      New rule
    </Button>
  );
  return (
    <>
      <PageTitle title="Rules" actions={items && items.length > 0 && add}>
        When something happens, something else follows by itself
      </PageTitle>
      {(!items || !catalog) && (
        <QueryState
          query={query.error ? query : catalogQuery}
          failure="We couldn’t load your rules."
          height={160}
        />
      )}
      {items?.length === 0 && catalog && (
        <EmptyPanel
          size="lg"
          icon={<IconBolt />}
          title="No rules yet"
          description="A rule thanks whoever buys, tags whoever clicks, or tells you when a top fan replies. Start from one that we’ve prepared, and change what you like."
        >
          {add}
        </EmptyPanel>
      )}
      {items && items.length > 0 && catalog && <Rules items={items} catalog={catalog} />}
      <NewRuleDialog opened={choosing} taken={items ?? []} onClose={choose.close} />
    </>
  );
}

interface RulesProps {
  items: readonly AutomationSummary[];
  catalog: RuleCatalog;
}

function Rules({ items, catalog }: RulesProps) {
  const [words, search] = useState("");
  const [state, setState] = useState<AutomationState | null>(null);
  const told = items.map((rule) => ({ rule, sentence: describeRule(rule.outline, catalog) }));
  const wanted = words.toLowerCase();
  const shown = told.filter(
    ({ rule, sentence }) =>
      (state === null || rule.state === state) && `${rule.name} ${sentence}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      {items.length >= SEARCHED && (
        <Group gap="xs" mb="sm">
          <SearchField label="Search rules" placeholder="Search" flex="1 1 12rem" onSearch={search} />
          <Select
            aria-label="On or off"
            placeholder="On and off"
            w={160}
            clearable
            clearButtonProps={{ "aria-label": "Show all" }}
            data={AUTOMATION_STATES.map((value) => ({ value, label: RULE_LABELS[value].label }))}
            value={state}
            onChange={(value) => setState(value as AutomationState | null)}
          />
        </Group>
      )}
      {shown.length === 0 && <Text size="sm">No rule is like that.</Text>}
      <ul className={classes.list} aria-label="Rules">
        {shown.map(({ rule, sentence }) => (
          <RuleRow key={rule.id} rule={rule} sentence={sentence} catalog={catalog} />
        ))}
      </ul>
    </>
  );
}
