import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AUTOMATION_ERRORS, type Automation } from "#src/features/email/automations/contract.ts";
import { ConditionField } from "#src/features/email/sequences/ui/shared/ConditionField.tsx";
import { mailStart } from "#src/features/email/templates/ui/shared/mail-start.ts";
import { useSelectedProfile } from "#src/features/pages/profiles/ui/shared/use-selected-profile.ts";
import { ConflictNotice } from "#src/kit/form/ConflictNotice.tsx";
import type { RuleCatalog } from "../action-sentence.ts";
import { type Check, checkQuery } from "../shared/automation-queries.ts";
import { ActionList } from "./ActionList.tsx";
import { EventTests } from "./EventTests.tsx";
import { newAction } from "./new-action.ts";
import { Part } from "./Part.tsx";
import { RuleFoot } from "./RuleFoot.tsx";
import { RuleContext, type RuleEditing } from "./rule-context.ts";
import { SenderPart, SettingsPart } from "./SettingsPart.tsx";
import { SecretOwner } from "./secret-owner.ts";
import { TriggerList } from "./TriggerList.tsx";
import { type RuleEntity, useRuleForm } from "./use-rule-form.ts";

interface RuleEditorProps {
  automation: Automation;
  catalog: RuleCatalog;
}

/** Writes, checks, and turns on a rule: when, if, and then. It saves itself. */
export function RuleEditor({ automation, catalog }: RuleEditorProps) {
  const entity = useRuleForm(automation);
  // The last check stays while there's a newer version, but nothing is turned on by it.
  const [last, setLast] = useState<Check>();
  const query = useQuery({ ...checkQuery(automation), enabled: entity.isSaved });
  if (query.data && query.data !== last) setLast(query.data);
  const editing = useEditingOf({ catalog, entity, check: query.data ?? last });
  const { definition, change } = editing;
  return (
    <form ref={entity.element} onSubmit={entity.submit} noValidate aria-label={`Edit ${automation.name}`}>
      <RuleContext value={editing}>
        <SecretOwner value={automation}>
          <Stack>
            <ConflictNotice changed={AUTOMATION_ERRORS.CHANGED_MEANWHILE.message} entity={entity} />
            <Part title="When" places={["triggers"]}>
              <TriggerList />
            </Part>
            <Part title="If" places={["event_tests", "condition"]}>
              <EventTests />
              <ConditionField
                key={entity.revision}
                label="Which fans"
                isOptional
                value={definition.condition}
                catalog={catalog}
                onChange={(condition) => change(() => ({ condition }), "condition")}
              />
            </Part>
            <Part title="Then" places={["actions"]}>
              <ActionList />
            </Part>
            <SenderPart key={`sender ${entity.revision}`} />
            <SettingsPart key={`settings ${entity.revision}`} nameProps={entity.nameProps} />
            <RuleFoot
              automation={automation}
              entity={entity}
              check={{
                query,
                data: query.data ?? last,
                isCurrent: entity.isSaved && query.data !== undefined,
              }}
            />
          </Stack>
        </SecretOwner>
      </RuleContext>
    </form>
  );
}

interface Parts {
  catalog: RuleCatalog;
  entity: RuleEntity;
  check: Check | undefined;
}

function useEditingOf({ catalog, entity, check }: Parts): RuleEditing {
  const [opened, open] = useState<string>();
  const { selected } = useSelectedProfile();
  const { name: _, ...definition } = entity.values;
  const { change, revision } = entity;
  return {
    definition,
    catalog,
    problems: check?.problems ?? [],
    revision,
    opened,
    open,
    change,
    add: (type) => {
      const action = newAction(type, mailStart(selected), catalog);
      change(({ actions }) => ({ actions: [...actions, action] }));
      open(action.id);
      focusAction(action.id);
    },
    changeAction: (id, update) =>
      change(({ actions }) => ({ actions: actions.map((one) => (one.id === id ? update(one) : one)) }), id),
    move: (from, to) =>
      change(({ actions }) => {
        const moved = actions[from];
        if (!moved || to < 0 || to >= actions.length) return {};
        return { actions: actions.toSpliced(from, 1).toSpliced(to, 0, moved) };
      }),
    remove: (id) => {
      change(({ actions }) => ({ actions: actions.filter((one) => one.id !== id) }));
      // The card's own button is gone, and this is where one may want to go next.
      requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-undo]")?.focus());
    },
  };
}

/** A new action is where one goes on. */
function focusAction(id: string): void {
  requestAnimationFrame(() => {
    const card = document.querySelector<HTMLElement>(`[data-action="${CSS.escape(id)}"]`);
    card?.scrollIntoView({ block: "nearest" });
    card?.querySelector("button")?.focus({ preventScroll: true });
  });
}
