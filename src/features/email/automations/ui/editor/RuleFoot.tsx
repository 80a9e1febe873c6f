import { useDisclosure } from "@mantine/hooks";
import type { Automation } from "#src/features/email/automations/contract.ts";
import { EditorFoot } from "#src/features/email/sequences/ui/shared/EditorFoot.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { RuleProblems } from "../shared/RuleProblems.tsx";
import { useRuleEditing } from "./rule-context.ts";
import type { RuleEntity } from "./use-rule-form.ts";

const ActivateDialog = lazyDialog(async () => (await import("../ActivateDialog.tsx")).ActivateDialog);
const TrialDialog = lazyDialog(async () => (await import("../trial/TrialDialog.tsx")).TrialDialog);

interface RuleFootProps {
  automation: Automation;
  entity: RuleEntity;
  check: Parameters<typeof EditorFoot>[0]["check"];
}

/** The editor's end, with a test and the button that turns it on. */
export function RuleFoot({ automation, entity, check }: RuleFootProps) {
  const [activating, activate] = useDisclosure(false);
  const [trying, tryIt] = useDisclosure(false);
  const { definition, catalog, open } = useRuleEditing();
  const { actions, triggers } = definition;
  const isOn = automation.state === "active";
  const goTo = (where: string) => {
    if (actions.some(({ id }) => id === where)) open(where);
    requestAnimationFrame(() => goToPart(where));
  };
  return (
    <>
      <EditorFoot
        entity={entity}
        check={check}
        words={{ failure: "We couldn’t check the rule.", ready: readyWords(automation) }}
        onTry={actions.length > 0 && triggers.length > 0 ? tryIt.open : undefined}
        findings={(problems) => <RuleProblems problems={problems} actions={actions} onOpen={goTo} />}
        last={{
          label: isOn ? "Apply changes" : "Turn on",
          isDone: isOn && !automation.is_changed,
          onClick: activate.open,
        }}
      />
      <ActivateDialog
        opened={activating}
        automation={automation}
        catalog={catalog}
        onClose={activate.close}
      />
      <TrialDialog opened={trying} automation={automation} catalog={catalog} onClose={tryIt.close} />
    </>
  );
}

function readyWords({ state, is_changed }: Automation): string {
  if (state !== "active") return "Ready to turn on";
  return is_changed ? "Changed since it was turned on" : "On, as it is here";
}

/** Brings an action or a part of the rule into view, and puts the focus there. */
function goToPart(where: string): void {
  const name = where === "condition" ? "event_tests" : CSS.escape(where);
  const found = document.querySelector<HTMLElement>(`[data-action="${name}"], [data-part="${name}"]`);
  found?.scrollIntoView({ block: "start" });
  found?.querySelector<HTMLElement>("button, input")?.focus({ preventScroll: true });
}
