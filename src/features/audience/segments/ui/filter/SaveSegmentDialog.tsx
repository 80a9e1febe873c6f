import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import type { Condition } from "#src/features/audience/segments/conditions/condition-rules.ts";
import { normalizeCondition } from "#src/features/audience/segments/conditions/text-rules.ts";
import { SEGMENT_NAME_CHARS_MAX } from "#src/features/audience/segments/rules.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { newId } from "#src/kit/new-id.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { segmentsApi, useSegmentsRefresh } from "../shared/segment-queries.ts";
import { describeCondition } from "../shared/sentence.ts";

interface SaveSegmentDialogProps {
  opened: boolean;
  condition: Condition;
  catalog: Catalog;
  onClose: () => void;
  onSaved?: (id: string) => void;
}

/** Keeps the filter of the table as a segment. */
export function SaveSegmentDialog({ opened, onClose, ...content }: SaveSegmentDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Save as segment">
      <Content {...content} onClose={onClose} />
    </Modal>
  );
}

function Content({ condition, catalog, onClose, onSaved }: Omit<SaveSegmentDialogProps, "opened">) {
  const [name, setName] = useState("");
  const [isMissing, setMissing] = useState(false);
  // Sent twice, it's still one segment.
  const id = useRef(newId());
  const refresh = useSegmentsRefresh();
  const save = useMutation({
    mutationFn: (name: string) =>
      segmentsApi.create.call({
        id: id.current,
        name,
        kind: "dynamic",
        condition: normalizeCondition(condition),
      }),
    onSuccess: (segment) => {
      void refresh();
      onClose();
      toastSuccess({ message: "Segment saved" });
      onSaved?.(segment.id);
    },
  });
  const failure = save.error ? errorMessage(save.error, "The segment couldn’t be saved. Try again.") : null;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // In the tree of React, this form is inside the filter's.
        event.stopPropagation();
        setMissing(name.trim() === "");
        if (name.trim() !== "") save.mutate(name.trim());
      }}
    >
      <Stack>
        <Text size="sm" dir="auto" style={{ overflowWrap: "anywhere" }}>
          {describeCondition(condition, catalog)}
        </Text>
        <TextInput
          data-autofocus
          label="Name"
          maxLength={SEGMENT_NAME_CHARS_MAX}
          value={name}
          error={isMissing ? "Give the segment a name." : failure}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            setMissing(false);
          }}
        />
        <Text size="sm" c="dimmed">
          Who fits comes into it by itself, and who doesn’t anymore leaves it.
        </Text>
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            Save segment
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
