import { Autocomplete, Button, Group, Modal, SegmentedControl, Select, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ContactFilterInput, contactsContract } from "#src/features/audience/contacts/contract.ts";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import { ContactPicker } from "#src/features/audience/segments/ui/shared/ContactPicker.tsx";
import type { Sequence } from "#src/features/email/sequences/contract.ts";
import { clientFor } from "#src/kit/api.ts";
import { displayedTotal, estimateLabel, plural } from "#src/kit/plural.ts";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { sequencesApi, useSequencesRefresh } from "../shared/sequence-queries.ts";

const contactsApi = clientFor("contacts", contactsContract);

interface AddPeopleDialogProps {
  opened: boolean;
  sequence: Sequence;
  catalog: Catalog;
  onClose: () => void;
}

type Way = "one" | "segment" | "tag";

/** Lets one lead in, or all of a segment or with a tag, after saying how many that are. */
export function AddPeopleDialog({ opened, sequence, ...rest }: AddPeopleDialogProps) {
  return (
    <Modal opened={opened} onClose={rest.onClose} title={`Add people to “${sequence.name}”`}>
      <Content sequence={sequence} {...rest} />
    </Modal>
  );
}

function Content({ sequence: { id }, catalog, onClose }: Omit<AddPeopleDialogProps, "opened">) {
  const [way, setWay] = useState<Way>("one");
  const [contactId, setContactId] = useState<string>();
  const [segmentId, setSegmentId] = useState<string | null>(null);
  const [tag, setTag] = useState("");
  const refresh = useSequencesRefresh();
  const filter: ContactFilterInput | undefined =
    way === "segment" && segmentId !== null
      ? { segment_id: segmentId }
      : way === "tag" && catalog.tags.includes(tag)
        ? { tag }
        : undefined;
  const found = useQuery({
    ...contactsApi.list.queryOptions({ input: filter ?? {} }),
    enabled: filter !== undefined,
  });
  const isReady = way === "one" ? contactId !== undefined : filter !== undefined && found.data !== undefined;
  const add = useMutation({
    mutationFn: async () => {
      if (way === "one" && contactId) {
        await sequencesApi.enroll.call({ id, contact_id: contactId });
        return 1;
      }
      return (await sequencesApi.enrollMany.call({ id, selection: { all: true, ...(filter && { filter }) } }))
        .count;
    },
    onSuccess: (count) => {
      onClose();
      toastSuccess({ message: plural(count, "person got in", "people got in") });
    },
    onSettled: refresh,
    onError: (error) => toastError(error, "They couldn’t be added. Try again."),
  });
  return (
    <Stack>
      <SegmentedControl
        aria-label="Who"
        fullWidth
        data={[
          { value: "one", label: "One lead" },
          { value: "segment", label: "A segment" },
          { value: "tag", label: "A tag" },
        ]}
        value={way}
        onChange={(value) => setWay(value as Way)}
      />
      {way === "one" && <ContactPicker onContact={setContactId} />}
      {way === "segment" && (
        <Select
          size="md"
          label="Segment"
          placeholder="Choose a segment"
          nothingFoundMessage="You have no segments yet."
          searchable
          allowDeselect={false}
          data={catalog.segments.map((one) => ({ value: one.id, label: one.name }))}
          value={segmentId}
          onChange={setSegmentId}
        />
      )}
      {way === "tag" && (
        <Autocomplete
          label="Tag"
          placeholder="Choose a tag"
          data={catalog.tags}
          value={tag}
          onChange={setTag}
        />
      )}
      {filter && found.data && (
        <Text size="sm" role="status">
          {foundWords(found.data.total, found.data.is_estimate)}
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!isReady} loading={add.isPending} onClick={() => add.mutate()}>
          Add
        </Button>
      </Group>
    </Stack>
  );
}

function foundWords(total: number, isEstimate: boolean): string {
  const words = plural(displayedTotal(total, isEstimate), "lead");
  return `${estimateLabel(words, total, isEstimate)}. Who’s inside already, or may not get in again, is left out.`;
}
