import { Button, Group, Modal, Radio, Select, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import type { Sequence, SequenceCheck } from "#src/features/email/sequences/contract.ts";
import { type Definition, stepsOf } from "#src/features/email/sequences/definition-rules.ts";
import { formatNumber, plural } from "#src/kit/plural.ts";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { stepOption } from "./fields/GotoFields.tsx";
import { describeTrigger } from "./fields/trigger-labels.ts";
import { figuresQuery, sequencesApi, useSequencesRefresh } from "./shared/sequence-queries.ts";
import { describeStep } from "./shared/step-sentence.ts";

interface PublishDialogProps {
  opened: boolean;
  sequence: Sequence;
  inside: SequenceCheck["inside"];
  catalog: Catalog;
  onClose: () => void;
}

/** Publishes a sequence. Where people are inside, it asks what becomes of them. */
export function PublishDialog(props: PublishDialogProps) {
  const { opened, sequence, onClose } = props;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={
        sequence.version === null ? `Publish “${sequence.name}”` : `Publish changes to “${sequence.name}”`
      }
    >
      <Content {...props} />
    </Modal>
  );
}

const FINISH = "finish";

function Content({ sequence, inside, catalog, onClose }: PublishDialogProps) {
  const { id, draft, version } = sequence;
  const [way, setWay] = useState<"finish" | "move">("finish");
  const [moves, setMoves] = useState<Record<string, string>>({});
  const refresh = useSequencesRefresh();
  const places = placesOf(inside, draft);
  const count = inside.reduce((sum, one) => sum + one.count, 0);
  const chosen = Object.fromEntries(
    places.flatMap(({ step_id, usual }) => {
      const to = moves[step_id] ?? usual;
      return to === FINISH ? [] : [[step_id, to] as const];
    }),
  );
  const publish = useMutation({
    mutationFn: () => sequencesApi.publish.call({ id, ...(way === "move" && { moves: chosen }) }),
    onSuccess: () => {
      onClose();
      toastSuccess({ message: version === null ? "Published" : "Changes published" });
    },
    onSettled: refresh,
    onError: (error) => toastError(error, "It couldn’t be published. Try again."),
  });
  return (
    <Stack>
      <Text size="sm">{wordsFor(draft, catalog)}</Text>
      {count > 0 && (
        <>
          <Radio.Group
            label={count === 1 ? "One person is inside" : `${formatNumber(count)} people are inside`}
            value={way}
            onChange={(value) => setWay(value as "finish" | "move")}
          >
            <Stack gap="sm" mt="xs">
              <Radio
                value="finish"
                label="They finish the version they’re in"
                description="Nothing changes for them. Whoever gets in from now on gets the new one."
              />
              <Radio
                value="move"
                label="They go on in the new version"
                description="Choose below where each of them goes on."
              />
            </Stack>
          </Radio.Group>
          {way === "move" && (
            <Moves
              sequence={sequence}
              places={places}
              catalog={catalog}
              chosen={({ step_id, usual }) => moves[step_id] ?? usual}
              onMove={(from, to) => setMoves({ ...moves, [from]: to })}
            />
          )}
        </>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button data-autofocus loading={publish.isPending} onClick={() => publish.mutate()}>
          {version === null ? "Publish" : "Publish changes"}
        </Button>
      </Group>
    </Stack>
  );
}

function wordsFor({ triggers, steps }: Definition, catalog: Catalog): string {
  const mails = stepsOf({ steps }).filter(({ type }) => type === "send").length;
  const sent = mails === 0 ? "It sends no e-mail." : `Each gets up to ${plural(mails, "e-mail")}.`;
  if (triggers.length === 0) return `Nobody gets in until you add them. ${sent}`;
  const starts = triggers.map((trigger) => describeTrigger(trigger, catalog)).join(" · ");
  return `From now on, people get in when this happens: ${starts}. ${sent}`;
}

interface Inside {
  step_id: string;
  count: number;
  /** Where they usually go on: at the same step. */
  usual: string;
}

function placesOf(inside: SequenceCheck["inside"], draft: Definition): Inside[] {
  const known = new Set(stepsOf(draft).map(({ id }) => id));
  const counts = new Map<string, number>();
  for (const { step_id, count } of inside)
    if (step_id !== null) counts.set(step_id, (counts.get(step_id) ?? 0) + count);
  return [...counts].map(([step_id, count]) => ({
    step_id,
    count,
    usual: known.has(step_id) ? step_id : FINISH,
  }));
}

interface MovesProps {
  sequence: Sequence;
  places: readonly Inside[];
  catalog: Catalog;
  chosen: (place: Inside) => string;
  onMove: (from: string, to: string) => void;
}

/** For each step with people at it, the one where they go on. */
function Moves({ sequence: { id, draft }, places, catalog, chosen, onMove }: MovesProps) {
  const { data } = useQuery(figuresQuery({ id }));
  const steps = stepsOf(draft);
  const around = { catalog, numbers: new Map(steps.map((step, at) => [step.id, at + 1])) };
  const before = data?.definition ? stepsOf(data.definition) : [];
  const targets = steps.map((step, at) => ({
    value: step.id,
    label: stepOption(at + 1, describeStep(step, around)),
  }));
  return (
    <Stack gap="sm">
      {places.map((place) => {
        const step = [...before, ...steps].find((one) => one.id === place.step_id);
        const name = step ? describeStep(step, around) : "A step of an older version";
        return (
          <Select
            key={place.step_id}
            size="md"
            label={`${plural(place.count, "person", "people")} at: ${name}`}
            allowDeselect={false}
            data={[{ value: FINISH, label: "They finish their version" }, ...targets]}
            value={chosen(place)}
            onChange={(to) => to && onMove(place.step_id, to)}
          />
        );
      })}
    </Stack>
  );
}
