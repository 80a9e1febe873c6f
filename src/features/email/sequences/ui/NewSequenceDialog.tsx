import { Button, FileButton, Group, Modal, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Definition } from "#src/features/email/sequences/definition-rules.ts";
import { newId } from "#src/kit/new-id.ts";
import { toastError, toastFailure } from "#src/kit/toasts.tsx";
import { currentZone } from "#src/kit/zone.ts";
import { PATHS } from "#src/lib/paths.ts";
import { READY_MADE } from "./ready-made.ts";
import classes from "./Sequences.module.css";
import { fromFile } from "./sequence-file.ts";
import { freeName } from "./shared/free-name.ts";
import { createSequence, useSequencesRefresh } from "./shared/sequence-queries.ts";
import { useReadyStart } from "./use-ready-start.ts";

interface NewSequenceDialogProps {
  opened: boolean;
  /** The page whose sign-ups start it, if it was asked for at one. */
  pageId?: string | undefined;
  taken: readonly { name: string }[];
  onClose: () => void;
}

interface Made {
  name: string;
  draft: object;
}

const FILE_BYTES_MAX = 4 * 1024 * 1024;
const NOT_ONE = "That isn’t a sequence that was exported here. Choose its JSON file.";

/** Ready-made sequences, an empty one, and those from a file. */
export function NewSequenceDialog({ opened, pageId, taken, onClose }: NewSequenceDialogProps) {
  const navigate = useNavigate();
  const refresh = useSequencesRefresh();
  const start = useReadyStart(pageId);
  const add = useMutation({
    mutationFn: ({ name, draft }: Made) =>
      createSequence({ id: newId(), name: freeName(name, taken), draft: draft as never }),
    onSuccess: async ({ id }) => {
      void refresh();
      onClose();
      await navigate({ to: PATHS.sequence, params: { id } });
    },
    onError: (error) => toastError(error, "The sequence couldn’t be added. Try again."),
  });
  const read = async (file: File | null) => {
    if (!file) return;
    const made = file.size > FILE_BYTES_MAX ? undefined : fromFile(await file.text());
    if (made) add.mutate(made);
    else toastFailure({ title: "Nothing imported", message: NOT_ONE });
  };
  const choices = [
    ...READY_MADE.map(({ key, name, about, make }) => ({
      key,
      name,
      about,
      make: () => onPage(make(start), pageId),
    })),
    {
      key: "blank",
      name: "New sequence",
      about: "Your own steps, from nothing",
      make: () => onPage({}, pageId),
    },
  ];
  return (
    <Modal opened={opened} onClose={onClose} title="Start from" size="xl">
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
          {choices.map(({ key, name, about, make }) => (
            <button
              key={key}
              type="button"
              className={`plain-button mantine-focus-auto ${classes.choice}`}
              disabled={add.isPending}
              onClick={() => add.mutate({ name, draft: { time_zone: currentZone(), ...make() } })}
            >
              <Text fw={600}>{name}</Text>
              <Text size="sm" c="dimmed">
                {about}
              </Text>
            </button>
          ))}
        </SimpleGrid>
        <Group gap="sm">
          <FileButton accept="application/json,.json" onChange={(file) => void read(file)}>
            {(button) => (
              <Button
                {...button}
                variant="default"
                leftSection={<IconUpload size={18} />}
                loading={add.isPending}
              >
                Import from a file
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            Nothing goes out before you publish it.
          </Text>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Starts by sign-ups on one page, if it starts by sign-ups or by nothing at all. */
function onPage(draft: Partial<Definition>, pageId: string | undefined): Partial<Definition> {
  const { triggers = [] } = draft;
  if (pageId === undefined || (triggers.length > 0 && triggers.every(({ type }) => type !== "lead")))
    return draft;
  const others = triggers.filter(({ type }) => type !== "lead");
  return { ...draft, triggers: [{ type: "lead", profile_ids: [pageId] }, ...others] };
}
