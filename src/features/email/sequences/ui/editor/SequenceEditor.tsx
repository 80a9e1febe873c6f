import { Alert, Stack } from "@mantine/core";
import { IconPlayerStop } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import type { Sequence, SequenceCheck } from "#src/features/email/sequences/contract.ts";
import { type Definition, stepsOf } from "#src/features/email/sequences/definition-rules.ts";
import { STEPS_MAX } from "#src/features/email/sequences/rules.ts";
import { mailStart } from "#src/features/email/templates/ui/shared/mail-start.ts";
import { useSelectedProfile } from "#src/features/pages/profiles/ui/shared/use-selected-profile.ts";
import { ConflictNotice } from "#src/kit/form/ConflictNotice.tsx";
import { toastFailure } from "#src/kit/toasts.tsx";
import { figuresQuery } from "../shared/sequence-queries.ts";
import { type Editing, EditorContext } from "./editor-context.ts";
import { SequenceFoot } from "./SequenceFoot.tsx";
import { SettingsCard } from "./SettingsCard.tsx";
import { Steps } from "./Steps.tsx";
import { newStep } from "./step-kinds.ts";
import { changeStep, insertStep, moveStep, moveStepTo, removeStep } from "./step-tree.ts";
import { useSequenceCheck } from "./use-sequence-check.ts";
import { type SequenceEntity, useSequenceForm } from "./use-sequence-form.ts";

interface SequenceEditorProps {
  sequence: Sequence;
  catalog: Catalog;
}

const SETTINGS = ["triggers", "sender", "exits", "goal"];

/** Writes, checks, and publishes a sequence. It saves itself. */
export function SequenceEditor({ sequence, catalog }: SequenceEditorProps) {
  const entity = useSequenceForm(sequence);
  const { name: _, ...definition } = entity.values;
  const check = useSequenceCheck(sequence, entity.isSaved);
  const editing = useEditingOf({ sequence, definition, catalog, entity, check: check.data });
  const problems = check.data?.problems ?? [];
  return (
    <form ref={entity.element} onSubmit={entity.submit} noValidate aria-label={`Edit ${sequence.name}`}>
      <Stack>
        {sequence.state === "stopped" && (
          <Alert variant="light" color="gray" icon={<IconPlayerStop size={20} />} role="status">
            This sequence was stopped for good. Copy it to go on with a new one.
          </Alert>
        )}
        <ConflictNotice
          changed="This sequence was changed somewhere else while you were editing it."
          entity={entity}
        />
        <EditorContext value={editing}>
          <SettingsCard
            key={entity.revision}
            definition={definition}
            catalog={catalog}
            nameProps={entity.nameProps}
            startsOpen={false}
            problems={problems.filter(({ where }) => SETTINGS.includes(where))}
            onChange={entity.change}
          />
          <Steps />
          {sequence.state !== "stopped" && <SequenceFoot sequence={sequence} entity={entity} check={check} />}
        </EditorContext>
      </Stack>
    </form>
  );
}

interface Parts {
  sequence: Sequence;
  definition: Definition;
  catalog: Catalog;
  entity: SequenceEntity;
  check: SequenceCheck | undefined;
}

function useEditingOf({ sequence, definition, catalog, entity, check }: Parts): Editing {
  const [opened, open] = useState<string>();
  const { selected } = useSelectedProfile();
  const figures = useQuery({ ...figuresQuery({ id: sequence.id }), enabled: sequence.version !== null });
  const byStep = useMemo(
    () => new Map((figures.data?.steps ?? []).map((step) => [step.step_id, step])),
    [figures.data],
  );
  const all = stepsOf(definition);
  const { change } = entity;
  return {
    definition,
    catalog,
    all,
    numbers: new Map(all.map(({ id }, at) => [id, at + 1])),
    problems: check?.problems ?? [],
    figures: byStep,
    revision: entity.revision,
    opened,
    open,
    add: (place, type) => {
      if (all.length >= STEPS_MAX)
        return toastFailure({
          title: "That’s the limit",
          message: `A sequence has up to ${STEPS_MAX} steps.`,
        });
      const step = newStep(type, mailStart(selected));
      change(({ steps }) => ({ steps: insertStep(steps, place, step) }));
      open(step.id);
      focusStep(step.id);
    },
    changeStep: (id, update) => change(({ steps }) => ({ steps: changeStep(steps, id, update) }), id),
    move: (id, by) => {
      change(({ steps }) => ({ steps: moveStep(steps, id, by) ?? [...steps] }));
    },
    moveTo: (id, place) => change(({ steps }) => ({ steps: moveStepTo(steps, id, place) })),
    remove: (id) => {
      change(({ steps }) => ({ steps: removeStep(steps, id) }));
      // The card's own button is gone, and this is where one may want to go next.
      requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-undo]")?.focus());
    },
  };
}

/** A new step is where one goes on. */
function focusStep(id: string): void {
  requestAnimationFrame(() => {
    const card = document.querySelector<HTMLElement>(`[data-step="${CSS.escape(id)}"]`);
    card?.scrollIntoView({ block: "nearest" });
    card?.querySelector("button")?.focus({ preventScroll: true });
  });
}
