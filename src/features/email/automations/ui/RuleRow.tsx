import { Badge } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import type { AutomationSummary, RunCounts } from "#src/features/email/automations/contract.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import classes from "#src/kit/ItemList.module.css";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { plural } from "#src/kit/plural.ts";
import { Toggle } from "#src/kit/Toggle.tsx";
import { PATHS } from "#src/lib/paths.ts";
import type { RuleCatalog } from "./action-sentence.ts";
import { RuleMenu } from "./RuleMenu.tsx";
import { RULE_LABELS } from "./rule-labels.ts";
import { useRuleVerbs } from "./use-rule-verbs.ts";

const ActivateDialog = lazyDialog(async () => (await import("./ActivateDialog.tsx")).ActivateDialog);

interface RuleRowProps {
  rule: AutomationSummary;
  sentence: string;
  catalog: RuleCatalog;
}

/** A rule as a sentence, with its switch. */
export function RuleRow({ rule, sentence, catalog }: RuleRowProps) {
  const { id, name, state, state_reason, counts, ran_at } = rule;
  const [activating, activate] = useDisclosure(false);
  const verbs = useRuleVerbs(rule);
  const { color, label } = RULE_LABELS[state];
  return (
    <li className={classes.row}>
      <Link to={PATHS.rule} params={{ id }} className={`mantine-focus-auto ${classes.words}`}>
        <span className={classes.name} dir="auto">
          {name}
        </span>
        <span className={classes.about}>{sentence}</span>
        {state_reason !== "" && <span className={classes.trouble}>{state_reason}</span>}
        <span className={classes.facts}>
          <Badge component="span" size="sm" variant="light" color={color} tt="none">
            {label}
          </Badge>
          <span>{countWords(counts)}</span>
          {ran_at !== null && <span>{`Last run ${formatDateTime(ran_at)}`}</span>}
        </span>
      </Link>
      <Toggle
        label={`“${name}” is on`}
        checked={state === "active"}
        onChange={(isOn) => (isOn ? activate.open() : verbs.pause())}
      />
      <RuleMenu rule={rule} />
      <ActivateDialog opened={activating} automation={rule} catalog={catalog} onClose={activate.close} />
    </li>
  );
}

/** What it did in the last 24 hours, and what waits. */
export function countWords({ ran, failed, waiting }: RunCounts): string {
  const words = [`${plural(ran, "run")} in 24 hours`];
  if (failed > 0) words.push(`${plural(failed, "failed", "failed")}`);
  if (waiting > 0) words.push(plural(waiting, "waits", "wait"));
  return words.join(" · ");
}
