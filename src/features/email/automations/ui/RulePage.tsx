import "#src/kit/deferred.css";
import { Alert, Badge, Button, Skeleton, Tabs } from "@mantine/core";
import { IconAlertTriangle, IconPlayerPause } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { Automation } from "#src/features/email/automations/contract.ts";
import { BackLink } from "#src/kit/BackLink.tsx";
import { lazyComponent } from "#src/kit/lazy.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { PATHS } from "#src/lib/paths.ts";
import type { RuleCatalog } from "./action-sentence.ts";
import { RuleEditor } from "./editor/RuleEditor.tsx";
import { RuleMenu } from "./RuleMenu.tsx";
import { countWords } from "./RuleRow.tsx";
import { RULE_LABELS } from "./rule-labels.ts";
import { automationQuery } from "./shared/automation-queries.ts";
import { useRuleCatalog } from "./shared/use-rule-catalog.ts";
import { useRuleVerbs } from "./use-rule-verbs.ts";

const LOADING = <Skeleton h={320} radius="lg" />;
const HistoryTab = lazyComponent(async () => (await import("./runs/HistoryTab.tsx")).HistoryTab, LOADING);
const ExplainTab = lazyComponent(async () => (await import("./runs/ExplainTab.tsx")).ExplainTab, LOADING);

const TABS = [
  { value: "rule", label: "Rule" },
  { value: "history", label: "History" },
  { value: "explain", label: "Explain" },
] as const;

/** `/dashboard/marketing/automation/rules/{id}` */
export function RulePage() {
  const { id } = useParams({ from: `/shell${PATHS.rule}` });
  const query = useQuery({ ...automationQuery(id), refetchOnWindowFocus: false });
  const { catalog, query: catalogQuery } = useRuleCatalog();
  return (
    <>
      <BackLink to={PATHS.rules}>All rules</BackLink>
      {query.data && catalog ? (
        <Loaded key={query.data.id} automation={query.data} catalog={catalog} />
      ) : (
        <>
          <PageTitle title="Rule" />
          <QueryState
            query={query.error ? query : catalogQuery}
            failure="We couldn’t load this rule."
            height={480}
          />
        </>
      )}
    </>
  );
}

function Loaded({ automation, catalog }: { automation: Automation; catalog: RuleCatalog }) {
  const { id, name, state, state_reason, counts } = automation;
  const { tab = "rule" } = useSearch({ from: `/shell${PATHS.rule}` });
  const navigate = useNavigate();
  const { color, label } = RULE_LABELS[state];
  const open = (value: string | null) =>
    void navigate({
      to: PATHS.rule,
      params: { id },
      search: value === null || value === "rule" ? {} : { tab: value },
      replace: true,
    });
  return (
    <>
      <PageTitle title={name} actions={<Actions automation={automation} />}>
        <Badge variant="light" color={color} role="status" mr="xs">
          {label}
        </Badge>
        {state !== "draft" && countWords(counts)}
      </PageTitle>
      {state_reason !== "" && (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertTriangle size={20} />}
          role="status"
          mb="md"
          style={{ overflowWrap: "anywhere", whiteSpace: "pre-line" }}
        >
          {state_reason}
        </Alert>
      )}
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List mb="md">
          {TABS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="rule">
          <RuleEditor automation={automation} catalog={catalog} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <HistoryTab automation={automation} catalog={catalog} />
        </Tabs.Panel>
        <Tabs.Panel value="explain">
          <ExplainTab automation={automation} catalog={catalog} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function Actions({ automation }: { automation: Automation }) {
  const verbs = useRuleVerbs(automation);
  return (
    <>
      {automation.state === "active" && (
        <Button
          variant="default"
          leftSection={<IconPlayerPause size={18} />}
          loading={verbs.isBusy}
          onClick={verbs.pause}
        >
          Turn off
        </Button>
      )}
      <RuleMenu rule={automation} />
    </>
  );
}
