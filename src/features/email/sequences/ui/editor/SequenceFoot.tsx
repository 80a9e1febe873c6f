import { useDisclosure } from "@mantine/hooks";
import type { Sequence } from "#src/features/email/sequences/contract.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { formatNumber } from "#src/kit/plural.ts";
import { EditorFoot } from "../shared/EditorFoot.tsx";
import { ProblemAlerts } from "../shared/ProblemAlerts.tsx";
import { useEditing } from "./editor-context.ts";
import { STEP_KINDS } from "./step-kinds.ts";
import type { SequenceChecking } from "./use-sequence-check.ts";
import type { SequenceEntity } from "./use-sequence-form.ts";

const PublishDialog = lazyDialog(async () => (await import("../PublishDialog.tsx")).PublishDialog);
const CourseDialog = lazyDialog(async () => (await import("../course/CourseDialog.tsx")).CourseDialog);

interface SequenceFootProps {
  sequence: Sequence;
  entity: SequenceEntity;
  check: SequenceChecking;
}

/** The editor's end, with a dry run and the button that publishes. */
export function SequenceFoot({ sequence, entity, check }: SequenceFootProps) {
  const [publishing, publish] = useDisclosure(false);
  const [trying, tryIt] = useDisclosure(false);
  const { definition, catalog, all, numbers, open } = useEditing();
  const isFirst = sequence.version === null;
  const wordsFor = (where: string) => {
    const step = all.find(({ id }) => id === where);
    return step ? stepWords(numbers.get(where) ?? 0, STEP_KINDS[step.type].label) : "";
  };
  const goTo = (id: string) => {
    open(id);
    requestAnimationFrame(() => {
      const card = document.querySelector<HTMLElement>(`[data-step="${CSS.escape(id)}"]`);
      card?.scrollIntoView({ block: "start" });
      card?.querySelector("button")?.focus({ preventScroll: true });
    });
  };
  return (
    <>
      <EditorFoot
        entity={entity}
        check={check}
        words={{ failure: "We couldn’t check the sequence.", ready: readyWords(sequence) }}
        onTry={definition.steps.length > 0 ? tryIt.open : undefined}
        findings={(problems) => (
          <ProblemAlerts
            problems={problems}
            stopped="Before you can publish it"
            wordsFor={wordsFor}
            onOpen={goTo}
          />
        )}
        last={{
          label: isFirst ? "Publish" : "Publish changes",
          isDone: !isFirst && !sequence.is_changed,
          onClick: publish.open,
        }}
      />
      <PublishDialog
        opened={publishing}
        sequence={sequence}
        inside={check.data?.inside ?? []}
        catalog={catalog}
        onClose={publish.close}
      />
      <CourseDialog opened={trying} sequence={sequence} catalog={catalog} onClose={tryIt.close} />
    </>
  );
}

function readyWords({ version, is_changed }: Sequence): string {
  if (version === null) return "Ready to publish";
  return is_changed ? "Changed since it was published" : "Published as it is here";
}

const stepWords = (number: number, kind: string) => `Step ${formatNumber(number)}: ${kind}`;
